/** The state through its hooks. */

import { readFileSync } from "node:fs";
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { describe, expect, it } from "vitest";
import { SLICES } from "../../src/state/slices.js";
import { StateRoot, type Store, useDepositorState, useNotification, useShownState, useStore } from "../../src/state/store.js";

function stand(initial = {}): { store: Store; drawn: Record<"whole" | "shown" | "notification", number> } {
  const drawn = { whole: 0, shown: 0, notification: 0 };
  const held: { store: Store | null } = { store: null };
  function Whole() {
    drawn.whole += 1;
    return <p>{JSON.stringify(useDepositorState())}</p>;
  }
  function Shown() {
    drawn.shown += 1;
    return <p>{Object.keys(useShownState()).length}</p>;
  }
  function Notification() {
    drawn.notification += 1;
    return <output>{JSON.stringify(useNotification())}</output>;
  }
  function Hold() {
    held.store = useStore();
    return null;
  }
  render(
    <StateRoot initial={initial}>
      <Hold />
      <Whole />
      <Shown />
      <Notification />
    </StateRoot>,
  );
  if (held.store === null) throw new Error("no store");
  return { store: held.store, drawn };
}

describe("the slices", () => {
  it("are those of the state schema, but for the location and the instant", () => {
    const schema = JSON.parse(readFileSync("schemas/state.schema.json", "utf8")) as { properties: Record<string, unknown> };
    expect([...SLICES, "route", "now"].sort()).toEqual(Object.keys(schema.properties).sort());
  });
});

describe("the store", () => {
  it("reads what it has just written, before anything is drawn", () => {
    const { store } = stand({ alerts: [] });
    act(() => {
      store.replace({ alerts: ["a"] });
      expect(store.get().alerts).toEqual(["a"]);
      store.replace({ alerts: ["b"], progress: { step: 1 } });
      expect(store.get()).toMatchObject({ alerts: ["b"], progress: { step: 1 } });
    });
    expect(store.get().alerts).toEqual(["b"]);
  });

  it("starts with what it is given, the rest null", () => {
    const { store } = stand({ auth: { bearerToken: "t" } });
    expect(store.get()).toMatchObject({ auth: { bearerToken: "t" }, progress: null });
  });

  it("draws only what a change is about", () => {
    const { store, drawn } = stand();
    const before = { ...drawn };
    act(() => store.replace({ drafts: { form: { name: "A" } } }));
    expect(drawn).toEqual({ whole: before.whole + 1, shown: before.shown, notification: before.notification });
    act(() => store.replace({ notification: { message: "Hello" } }));
    expect(drawn.notification).toBe(before.notification + 1);
    expect(screen.getByRole("status").textContent).toBe('{"message":"Hello"}');
  });

  it("is the same object between renders, StrictMode included", () => {
    const stores = new Set<Store>();
    function Hold({ count }: { readonly count: number }) {
      stores.add(useStore());
      return <p>{count}</p>;
    }
    const tree = (count: number) => (
      <StateRoot initial={{}}>
        <Hold count={count} />
      </StateRoot>
    );
    const { rerender } = render(tree(1));
    rerender(tree(2));
    expect(stores.size).toBe(1);
    render(<StrictMode>{tree(3)}</StrictMode>);
  });
});
