/** Exports the recording of a scenario for the development bar: its button, and the recorded text. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { DepositorState } from "../../engine/events.js";
import { useRuntime } from "../../runtime/binding.js";
import { useStore } from "../../state/store.js";
import type { AppParts } from "../boot.js";
import type { Page } from "../page.js";
import { withoutUntouched } from "./form-drafts.js";
import { personaState, scenarioData } from "./gateway.js";
import { recordPage } from "./record-page.js";
import { ScenarioRecorder, scenarioFile } from "./recorder.js";
import { continuedIn, type EarlyCall, forgetRecording } from "./stored-recording.js";
import { texts } from "./texts.js";

interface RecordingProps {
  readonly parts: AppParts;
  readonly page: Page;
  /** The previewed persona; empty without a preview. */
  readonly persona: string;
  readonly isRecording: boolean;
  readonly onRecording: (isRecording: boolean) => void;
  readonly onFailure: (failure: unknown) => void;
}

export function Recording({ parts, page, persona, isRecording, onRecording, onFailure }: RecordingProps): ReactElement {
  const runtime = useRuntime();
  const store = useStore();
  const [stop, setStop] = useState<(() => string) | null>(null);
  const [recorded, setRecorded] = useState<string | null>(null);
  const isContinued = useRef(false);

  function follow(recorder: ScenarioRecorder, early: readonly EarlyCall[]): void {
    const end = recordPage(recorder, { window, runtime, store, parts, early });
    setRecorded(null);
    setStop(() => () => {
      end();
      forgetRecording(window);
      return scenarioFile(recorder.scenario());
    });
    onRecording(true);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page continues a recording once, when it is loaded
  useEffect(() => {
    const continued = continuedIn(parts.calls);
    if (isContinued.current || continued === null) return;
    isContinued.current = true;
    const { recording, address, calls, at, through } = continued;
    parts.calls.through = through;
    follow(ScenarioRecorder.continued(runtime.core.get(), recording, address, at), calls);
  }, []);

  async function start(): Promise<void> {
    const common = await scenarioData();
    const state: DepositorState | null = persona === "" ? null : await personaState(persona);
    const { pathname, search } = window.location;
    const recorder = ScenarioRecorder.begun({
      core: runtime.core.get(),
      common,
      brand: page.brand,
      persona: state === null ? null : { name: persona, state },
      state: withoutUntouched(runtime, store.get()),
      address: pathname + search,
      at: runtime.now(),
    });
    follow(recorder, []);
    // A scenario opens its address as a new page: request again what the page shows.
    runtime.stateReplaced("persona");
  }

  function finish(): void {
    setRecorded(stop?.() ?? null);
    setStop(null);
    onRecording(false);
  }

  return (
    <>
      {isRecording ? (
        <>
          <button type="button" onClick={finish}>
            {texts.stop}
          </button>
          <span>{texts.recording}</span>
        </>
      ) : (
        <button type="button" onClick={() => void start().catch(onFailure)}>
          {texts.record}
        </button>
      )}
      {recorded === null ? null : <Recorded text={recorded} onClose={() => setRecorded(null)} onFailure={onFailure} />}
    </>
  );
}

interface RecordedProps extends Pick<RecordingProps, "onFailure"> {
  readonly text: string;
  readonly onClose: () => void;
}

function Recorded({ text, onClose, onFailure }: RecordedProps): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await window.navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="pb-dev-recorded">
      <p>
        {texts.saveAs} <code>{texts.command}</code>
      </p>
      <textarea readOnly rows={12} spellCheck={false} aria-label={texts.recorded} value={text} />
      <div>
        <button type="button" onClick={() => void copy().catch(onFailure)}>
          {copied ? texts.copied : texts.copy}
        </button>{" "}
        <button type="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </div>
  );
}
