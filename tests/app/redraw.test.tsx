/** Tests that a change of the state redraws only the blocks that read what has changed. */
import { act, render } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ScreenHandle } from "../../src/blocks/block.js";
import { BLOCKS } from "../../src/blocks/blocks.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { RuntimeProvider, useView } from "../../src/runtime/binding.js";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.js";
import { ScreenOutlet } from "../../src/runtime/screen.js";
import { StateRoot, type Store, useStore } from "../../src/state/store.js";
import { bundleOf, fakePorts, ok, SIGNED_IN, settled, when } from "../runtime/fakes.js";

const text = (key: string, path: string) => ({ key, block: "probe", text: { icu: [], values: { it: { var: path } } } });
const inGroup = { key: "group", block: "group", layout: "stack", body: [text("nested", "alerts")] };

type Draw = (drawn: { readonly key: string; readonly alerts: Json }) => void;

/** Renders a screen whose blocks report each of their renderings. */
async function open(bundle: ReturnType<typeof bundleOf>, initial: DepositorState, draw: Draw) {
  const probe = ({ block, screen }: { block: { key: string }; screen: ScreenHandle }) => {
    draw({ key: block.key, alerts: screen.value({ var: "alerts" }) });
    return null;
  };
  Object.assign(BLOCKS, { probe });
  onTestFinished(() => void Reflect.deleteProperty(BLOCKS, "probe"));
  const ports = fakePorts(bundle, initial);
  const held: { store?: Store; runtime?: Runtime } = {};
  function Root() {
    held.store = useStore();
    held.runtime ??= createRuntime(bundle.core, { ...ports, store: held.store });
    return (
      <RuntimeProvider runtime={held.runtime}>
        <Screen />
      </RuntimeProvider>
    );
  }
  function Screen() {
    useView();
    return <ScreenOutlet />;
  }
  render(
    <StateRoot initial={initial} persisted={bundle.core.persisted}>
      <Root />
    </StateRoot>,
  );
  await act(async () => {
    held.runtime?.setLocation({ pathname: "/home", search: "", state: null, key: "1" });
    await settled();
  });
  return { ports, held };
}

it("redraws the blocks that read the changed slice or answer, also in a group", async () => {
  const drawn: string[] = [];
  const body = [text("progress", "progress.step"), text("alerts", "alerts"), text("profile", "data.profile.name"), inGroup];
  const bundle = bundleOf({ home: { body, data: { profile: { query: "Profile" }, check: { query: "Check" } } } });
  const { ports, held } = await open(bundle, SIGNED_IN, ({ key }) => drawn.push(key));
  await act(() => ports.latestCall("Profile").answer(ok({ profile: { name: "Ada" } })));
  await act(() => ports.latestCall("Check").answer(ok({ check: {} })));

  async function drawnBy(next: { readonly [slice: string]: Json }): Promise<readonly string[]> {
    drawn.length = 0;
    await act(async () => held.store?.replace({ ...held.store.get(), ...next }));
    return [...drawn];
  }
  expect(await drawnBy({ progress: { step: "next" } })).toEqual(["progress"]);
  expect(await drawnBy({ alerts: [{ uuid: "a" }] })).toEqual(["alerts", "nested"]);
  expect(await drawnBy({ banners: [{ uuid: "b" }] })).toEqual([]);
  expect(await drawnBy({ drafts: { form: { name: "A" } } })).toEqual([]);
});

it("draws a block once for answers that arrive together, and not before its data is there", async () => {
  const drawn: Json[] = [];
  const body = [text("alerts", "alerts"), text("profile", "data.profile.name")];
  const loads = { alerts: { query: "Alerts", when: when(true) } };
  const bundle = bundleOf({ home: { body, data: { profile: { query: "Profile" } } } }, { loads });
  const { ports } = await open(bundle, { ...SIGNED_IN, alerts: [] }, ({ key, alerts }) => drawn.push([key, alerts]));
  expect(drawn).toEqual([]);
  // As in the browser: within `act` React would wait for its end.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "a" }] }));
  ports.latestCall("Profile").answer(ok({ profile: { name: "Ada" } }));
  await vi.waitFor(() => expect(drawn.length).toBeGreaterThanOrEqual(2), { timeout: 10_000 });
  // Time for a further drawing.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(drawn).toEqual([
    ["alerts", [{ uuid: "a" }]],
    ["profile", [{ uuid: "a" }]],
  ]);
});
