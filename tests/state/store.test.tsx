/** Tests the hooks and the `Store` of the depositor state. */
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { describe, expect, it } from "vitest";
import { StateRoot, type Store, useDepositorState, useRenderedState, useSlice, useStore } from "../../src/state/store.js";

function renderState(initial = {}): { store: Store; renders: Record<"whole" | "rendered" | "notification", number> } {
  const renders = { whole: 0, rendered: 0, notification: 0 };
  const captured: { store: Store | null } = { store: null };
  function Whole() {
    renders.whole += 1;
    return <p>{JSON.stringify(useDepositorState())}</p>;
  }
  function Rendered() {
    renders.rendered += 1;
    return <p>{Object.keys(useRenderedState()).length}</p>;
  }
  function Notification() {
    renders.notification += 1;
    return <output>{JSON.stringify(useSlice("notification"))}</output>;
  }
  function Capture() {
    captured.store = useStore();
    return null;
  }
  render(
    <StateRoot initial={initial} persisted={{ drafts: "draft" }}>
      <Capture />
      <Whole />
      <Rendered />
      <Notification />
    </StateRoot>,
  );
  if (captured.store === null) throw new Error("The store was not captured.");
  return { store: captured.store, renders };
}

describe("the store", () => {
  it("returns a written value before React renders", () => {
    const { store } = renderState({ alerts: [], progress: null });
    act(() => {
      store.replace({ alerts: ["a"] });
      expect(store.get().alerts).toEqual(["a"]);
      store.replace({ alerts: ["b"], progress: { step: 1 } });
      expect(store.get()).toMatchObject({ alerts: ["b"], progress: { step: 1 } });
    });
    expect(store.get().alerts).toEqual(["b"]);
  });

  it("starts with the initial slices", () => {
    const { store } = renderState({ auth: { bearerToken: "t" }, progress: null });
    expect(store.get()).toEqual({ auth: { bearerToken: "t" }, progress: null });
  });

  it("adds a slice that it does not have yet", () => {
    const { store } = renderState({ alerts: [] });
    act(() => store.replace({ pensions: [1] }));
    expect(store.get()).toEqual({ alerts: [], pensions: [1] });
  });

  it("re-renders only the components that read a changed slice", () => {
    const { store, renders } = renderState({ drafts: {}, notification: null });
    const before = { ...renders };
    act(() => store.replace({ drafts: { form: { name: "A" } } }));
    expect(renders).toEqual({ ...before, whole: before.whole + 1 });
    act(() => store.replace({ notification: { message: "Hello" } }));
    expect(renders.notification).toBe(before.notification + 1);
    expect(screen.getByRole("status").textContent).toBe('{"message":"Hello"}');
  });

  it("is the same object in every render, also in StrictMode", () => {
    const stores = new Set<Store>();
    function Capture({ count }: { readonly count: number }) {
      stores.add(useStore());
      return <p>{count}</p>;
    }
    const tree = (count: number) => (
      <StateRoot initial={{}} persisted={{}}>
        <Capture count={count} />
      </StateRoot>
    );
    const { rerender } = render(tree(1));
    rerender(tree(2));
    expect(stores.size).toBe(1);
    render(<StrictMode>{tree(3)}</StrictMode>);
  });
});
