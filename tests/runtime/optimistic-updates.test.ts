/** Taking back what was hoped for. */
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

  it("takes back its own item and leaves another's", () => {
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

  it("leaves what the server has written over it since", () => {
    const served = { alerts: [{ uuid: "c", read_at: null }] };
    expect(rollBack(before, readA, served)).toEqual(served);
  });

  it("touches no slice that was not hoped for", () => {
    expect(rollBack({ ...before, progress: 1 }, { ...readA, progress: 1 }, { ...readA, progress: 2 })).toEqual({ ...before, progress: 2 });
  });

  it("of the hoped state itself is the state before, whatever they are", () => {
    const json = fc.jsonValue() as fc.Arbitrary<DepositorState[string]>;
    const state = fc.record({ one: json, two: json });
    fc.assert(
      fc.property(state, state, (was, hoped) => {
        expect(rollBack(was, hoped, hoped)).toEqual(was);
      }),
    );
  });
});
