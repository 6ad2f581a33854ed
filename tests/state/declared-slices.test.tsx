/** Tests that a slice needs no more than its declaration in `state.schema.json`: the bundle, the store and the persistence follow. */
import { act, render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { resetSlices } from "../../src/engine/state-writes.js";
import type { BundleCore } from "../../src/language/bundle.js";
import { missingKeyword, unknownKeyword, wrongChoice } from "../../src/language/problems.js";
import { NOTHING_PERSISTED, type PersistenceRules, parse, rehydrate } from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
import { StateRoot, type Store, useStore } from "../../src/state/store.js";
import { problemsOf, smallSource } from "../support/small-flows.js";
import { readText } from "../support/sources.js";

const STATE = "schemas/state.schema.json";

/** The product's state schema with further slices. */
function schemaWith(slices: Readonly<Record<string, object>>): object {
  const schema = JSON.parse(readText(STATE)) as { readonly properties: object };
  return { ...schema, properties: { ...schema.properties, ...slices } };
}

function coreWith(slices: Readonly<Record<string, object>>): BundleCore {
  const { bundle, problems } = compile(smallSource({ [STATE]: schemaWith(slices) }), "first");
  if (bundle === null) throw new Error(problems.map(({ message }) => message).join("\n"));
  return bundle.core;
}

function storeOf(core: BundleCore): Store {
  const captured: Store[] = [];
  function Capture() {
    captured.push(useStore());
    return null;
  }
  render(
    <StateRoot initial={core.initial} persisted={core.persisted}>
      <Capture />
    </StateRoot>,
  );
  const [store] = captured;
  if (store === undefined) throw new Error("The store was not captured.");
  return store;
}

function persist(core: BundleCore) {
  const { persisted, versions, keptOnReset, initial } = core;
  const rules: PersistenceRules = { persisted, versions, keptOnReset, initial, ages: {}, draftAge: 1000 };
  const entries = new Map<string, string>();
  const port = {
    read: () => Promise.resolve(entries),
    write(name: string, text: string | null) {
      if (text === null) entries.delete(name);
      else entries.set(name, text);
    },
    onForeignWrite: () => () => {},
    onLeaving: () => () => {},
  };
  const persistence = createPersistence({ storage: port, rules, now: () => 0, after: () => () => {} }, new Map(), NOTHING_PERSISTED);
  return { persistence, reloaded: (now = 0) => rehydrate(rules, parse(entries, rules, now)) };
}

const slice = (more: object) => ({ type: "object", default: { step: 0 }, ...more });
const DECLARED = {
  wizard: slice({ "x-persisted": "session" }),
  preferences: slice({ "x-persisted": "session", "x-reset": "kept" }),
  hints: slice({ "x-persisted": "depositor", "x-reset": "kept" }),
  note: slice({ "x-persisted": "draft" }),
  preview: slice({}),
};
const NAMES = Object.keys(DECLARED);
const START = Object.fromEntries(NAMES.map((name) => [name, { step: 0 }]));
const CHANGED = Object.fromEntries(NAMES.map((name) => [name, { step: 1 }]));
const progress = { depositor_id: "d1", is_primary: true };

describe("a slice that the state schema declares", () => {
  it("is in the store with its default, and can be written", () => {
    const store = storeOf(coreWith(DECLARED));
    expect(store.get()).toMatchObject(START);
    act(() => store.replace(CHANGED));
    expect(store.get()).toMatchObject(CHANGED);
  });

  it("survives a page load if it declares x-persisted", () => {
    const core = coreWith(DECLARED);
    const { persistence, reloaded } = persist(core);
    const signedIn = { ...core.initial, progress };
    persistence.changed(signedIn);
    persistence.changed({ ...signedIn, ...CHANGED });
    expect(reloaded()).toMatchObject({ ...CHANGED, preview: { step: 0 } });
  });

  it("is cleared by a full reset unless it declares x-reset kept", () => {
    const core = coreWith(DECLARED);
    expect(resetSlices(core, { ...core.initial, ...CHANGED }, "all")).toMatchObject({
      ...START,
      preferences: { step: 1 },
      hints: { step: 1 },
    });
  });

  it("is persisted beyond logout for every depositor, or for the one who changed it, as declared", () => {
    const core = coreWith(DECLARED);
    const { persistence, reloaded } = persist(core);
    const signedIn = { ...core.initial, progress };
    persistence.changed(signedIn);
    const changed = persistence.changed({ ...signedIn, ...CHANGED });
    persistence.clear();
    expect(reloaded()).toMatchObject({ ...START, preferences: { step: 1 } });
    const loggedOut = persistence.changed(resetSlices(core, changed, "all"));
    expect(loggedOut).toMatchObject({ ...START, preferences: { step: 1 } });
    expect(persistence.changed({ ...loggedOut, progress: { depositor_id: "d2" } }).hints).toEqual({ step: 0 });
    expect(persistence.changed({ ...loggedOut, progress }).hints).toEqual({ step: 1 });
  });
});

describe("what the product persists of forms in progress", () => {
  it.each([
    ["drafts", { "forms/address.json": { city: "Portland" } }],
    ["attempts", { "deposit/deposit": "key-1" }],
  ])("is kept for a page load, and dropped after its time: %s", (slice, typed) => {
    const core = coreWith({});
    const { persistence, reloaded } = persist(core);
    persistence.changed({ ...core.initial, progress });
    persistence.changed({ ...core.initial, progress, [slice]: typed });
    expect(reloaded(999)[slice]).toEqual(typed);
    expect(reloaded(1000)[slice]).toEqual({});
  });
});

describe("a wrong declaration of a slice", () => {
  const messages = (declared: object) => problemsOf({ [STATE]: schemaWith({ wizard: declared }) }).map(({ message }) => message);

  it("is a compile error", () => {
    expect(messages({ type: "object", default: {}, "x-persisted": true })).toEqual([
      wrongChoice(true, ["session", "depositor", "draft"]).message,
    ]);
    expect(messages({ type: "object", default: {}, "x-reset": "never" })).toEqual([wrongChoice("never", ["cleared", "kept"]).message]);
    expect(messages({ type: "object", default: {}, "x-persist": "session" })).toEqual([
      unknownKeyword("x-persist", ["x-persisted", "x-version", "x-reset", "x-writable"]).message,
    ]);
  });

  it("may be a version that is not a whole number above 1", () => {
    expect(messages({ type: "object", default: {}, "x-persisted": "session", "x-version": 1 })).toEqual([
      wrongChoice(1, ["a whole number of 2 or more"]).message,
    ]);
  });

  it("may be a missing default", () => {
    expect(messages({ type: "object" })).toEqual([missingKeyword("default").message]);
  });
});
