/** Exports `replaced` for the session of a scenario: the state after a write, as the store of the app gives it (`src/state/store.tsx`). */
import type { DepositorState } from "../engine/events.js";

/** Slices that `next` omits keep their value. The same object when nothing differs: facts about a state are stored by its object. */
export function replaced(state: DepositorState, next: DepositorState): DepositorState {
  const isChanged = Object.keys(next).some((slice) => !Object.is(next[slice], state[slice]));
  if (!isChanged) return state;
  return Object.keys(state).every((slice) => Object.hasOwn(next, slice)) ? next : { ...state, ...next };
}
