/** Tests the rollback of optimistic updates. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { rollBack } from "../../src/runtime/optimistic-updates.js";

describe("rolling back", () => {
  const before = {
    alerts: [
      { uuid: "a", read_at: null },
      { uuid: "b", read_at: null },
    ],
  };
  const readA = {
    alerts: [
      { uuid: "a", read_at: "now" },
      { uuid: "b", read_at: null },
    ],
  };

  it("restores its own list item and keeps another's change", () => {
    const bothRead = {
      alerts: [
        { uuid: "a", read_at: "now" },
        { uuid: "b", read_at: "then" },
      ],
    };
    expect(rollBack(before, readA, bothRead)).toEqual({
      alerts: [
        { uuid: "a", read_at: null },
        { uuid: "b", read_at: "then" },
      ],
    });
  });

  it("keeps what the server has written since", () => {
    const served = { alerts: [{ uuid: "c", read_at: null }] };
    expect(rollBack(before, readA, served)).toEqual(served);
  });

  it("leaves slices without an optimistic update as they are", () => {
    expect(rollBack({ ...before, progress: 1 }, { ...readA, progress: 1 }, { ...readA, progress: 2 })).toEqual({ ...before, progress: 2 });
  });

  it("of the optimistic state itself returns the state before", () => {
    const json = fc.jsonValue() as fc.Arbitrary<DepositorState[string]>;
    const state = fc.record({ one: json, two: json });
    fc.assert(
      fc.property(state, state, (was, optimistic) => {
        expect(rollBack(was, optimistic, optimistic)).toEqual(was);
      }),
    );
  });
});
