/** Exports the development bar for the app: choose a brand, a persona or a screen without signing in; record a scenario; shows errors of the flows over the page. */
import "./dev-tools.css";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { writeSlices } from "../../engine/state-writes.js";
import { useRuntime } from "../../runtime/binding.js";
import { useObservable } from "../../runtime/observable-value.js";
import { useStore } from "../../state/store.js";
import type { AppParts } from "../boot.js";
import type { Page } from "../page.js";
import { brands, type DevBrand, type DevPersona, type DevScreen, personaState, personas, screens, signInAs } from "./gateway.js";
import { admits, previewCalls, samplePath, wholeState } from "./preview.js";
import { Recording } from "./recording.js";
import { continuedIn } from "./stored-recording.js";
import { texts } from "./texts.js";

interface Choices {
  readonly brands: readonly DevBrand[];
  readonly previews: readonly DevPersona[];
  readonly depositors: readonly DevPersona[];
  readonly screens: readonly DevScreen[];
}

const NOTHING: Choices = { brands: [], previews: [], depositors: [], screens: [] };

export default function DevTools({ parts, page }: { readonly parts: AppParts; readonly page: Page }): ReactElement {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const store = useStore();
  const { files } = parts;
  const continued = continuedIn(parts.calls);
  const gateway = useRef(continued?.gateway ?? parts.calls.through);
  const [choices, setChoices] = useState(NOTHING);
  const [persona, setPersona] = useState(continued?.recording.persona ?? "");
  const [isRecording, setRecording] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => setProblems([String(error)]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bundle may have other screens
  useEffect(() => {
    Promise.all([brands(), personas(), screens()])
      .then(([allBrands, { previews, depositors }, allScreens]) =>
        setChoices({ brands: allBrands, previews, depositors, screens: allScreens }),
      )
      .catch((error: unknown) => setProblems([String(error)]));
  }, [core]);
  useEffect(() => {
    if (!import.meta.hot) return;
    const onFlows = (update: { readonly brand?: string; readonly hash?: string }) => {
      setProblems([]);
      if (update.brand === files.brand && typeof update.hash === "string") files.announce(update.hash);
      // Vite shows the problems of the flows in its overlay, and removes the overlay only after its own updates.
      for (const overlay of document.querySelectorAll("vite-error-overlay")) overlay.remove();
    };
    import.meta.hot.on("passbook:flows", onFlows);
    return () => import.meta.hot?.off("passbook:flows", onFlows);
  }, [files]);

  async function preview(name: string): Promise<void> {
    setPersona(name);
    const state = name === "" ? wholeState(core, {}) : wholeState(core, await personaState(name));
    parts.calls.through = name === "" ? gateway.current : previewCalls(() => runtime.core.get(), state);
    store.replace(state);
    runtime.stateReplaced("persona");
  }

  async function signIn(name: string): Promise<void> {
    const payload = await signInAs(name);
    parts.calls.through = gateway.current;
    setPersona("");
    store.replace(writeSlices(core, wholeState(core, {}), payload ?? {}));
    runtime.stateReplaced("persona");
    runtime.go("/login/entry");
  }

  async function open(id: string): Promise<void> {
    const wanted = choices.screens.find((screen) => screen.id === id);
    if (wanted === undefined) return;
    const path = samplePath(wanted.path);
    if (!admits(core, store.get(), path, id)) {
      const allowed = await personaFor(path, id);
      if (allowed === null) {
        setProblems([texts.unreachable(id)]);
        return;
      }
      await preview(allowed);
    }
    parts.history.push({ pathname: path, search: "", state: null });
  }

  async function personaFor(path: string, id: string): Promise<string | null> {
    for (const { name } of choices.previews) {
      if (admits(core, wholeState(core, await personaState(name)), path, id)) return name;
    }
    return null;
  }

  return (
    <>
      {problems.length === 0 ? null : (
        <div className="pb-dev-problems" role="status">
          <p>{texts.problems}</p>
          <pre>{problems.join("\n")}</pre>
          <button type="button" onClick={() => setProblems([])}>
            ×
          </button>
        </div>
      )}
      <section className="pb-dev" aria-label={texts.bar}>
        <Choice
          label={texts.brand}
          value={page.brand}
          options={choices.brands.map(({ slug, name }) => [slug, name])}
          disabled={isRecording}
          onChoose={(slug) => attempt(openBrand(choices.brands, slug))}
        />
        <Choice
          label={texts.preview}
          value={persona}
          options={[["", texts.none], ...choices.previews.map(({ name }): [string, string] => [name, name])]}
          disabled={isRecording}
          onChoose={(name) => attempt(preview(name))}
        />
        <Choice
          label={texts.signIn}
          value=""
          options={[["", texts.choose], ...choices.depositors.map(({ name }): [string, string] => [name, name])]}
          disabled={isRecording}
          onChoose={(name) => attempt(signIn(name))}
        />
        <Choice
          label={texts.screen}
          value=""
          options={[["", texts.choose], ...choices.screens.map(({ id, title }): [string, string] => [id, `${id}: ${title}`])]}
          disabled={isRecording}
          onChoose={(id) => attempt(open(id))}
        />
        <Recording
          {...{ parts, page, persona, isRecording }}
          onRecording={setRecording}
          onFailure={(failure) => setProblems([String(failure)])}
        />
      </section>
    </>
  );
}

async function openBrand(available: readonly DevBrand[], slug: string): Promise<void> {
  const host = available.find((brand) => brand.slug === slug)?.host;
  if (host === undefined) return;
  const { protocol, port, pathname } = window.location;
  window.location.assign(`${protocol}//${host}${port === "" ? "" : `:${port}`}${pathname}`);
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  /** A scenario is recorded: it has no step for the choice. */
  readonly disabled: boolean;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, disabled, onChoose }: ChoiceProps): ReactElement | null {
  if (options.length < 2) return null;
  return (
    <label>
      {label}{" "}
      <select aria-label={label} value={value} disabled={disabled} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
