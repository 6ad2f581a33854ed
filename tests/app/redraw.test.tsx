/** Tests that a change of the state redraws only the blocks that read what has changed. */
import { act, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ScreenHandle } from "../../src/blocks/block.js";
import { BLOCKS } from "../../src/blocks/blocks.js";
import type { Json } from "../../src/language/definition.js";
import { RuntimeProvider, useView } from "../../src/runtime/binding.js";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.js";
import { ScreenOutlet } from "../../src/runtime/screen.js";
import { StateRoot, type Store, useStore } from "../../src/state/store.js";
import { bundleOf, fakePorts, ok, SIGNED_IN, settled } from "../runtime/fakes.js";

const text = (key: string, path: string) => ({ key, block: "probe", text: { icu: [], values: { it: { var: path } } } });
const inGroup = { key: "group", block: "group", layout: "stack", body: [text("nested", "alerts")] };

it("redraws the blocks that read the changed slice or answer, also in a group", async () => {
  const drawn: string[] = [];
  const probe = vi.fn(({ block }: { block: { key: string }; screen: ScreenHandle }) => {
    drawn.push(block.key);
    return null;
  });
  Object.assign(BLOCKS, { probe });
  const body = [text("progress", "progress.step"), text("alerts", "alerts"), text("profile", "data.profile.name"), inGroup];
  const bundle = bundleOf({ home: { body, data: { profile: { query: "Profile" }, check: { query: "Check" } } } });
  const ports = fakePorts(bundle, SIGNED_IN);
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
    <StateRoot initial={SIGNED_IN} persisted={bundle.core.persisted}>
      <Root />
    </StateRoot>,
  );
  await act(async () => {
    held.runtime?.setLocation({ pathname: "/home", search: "", state: null, key: "1" });
    await settled();
  });
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
  Reflect.deleteProperty(BLOCKS, "probe");
});
