/** Exports the closure of a search node under answered queries, for the forward search and the paths of findings. */
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { identityOn } from "../transitions/relations.js";
import { image, type Load } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { SearchNode, Step } from "./nodes.js";

/** A node after any of the queries that its screen sends by itself are answered. */
export interface LoadClosure {
  readonly set: Bdd;
  readonly steps: readonly Step[];
  /** Answers after which the screen redirects, with the answers before each. */
  readonly redirected: readonly { readonly before: readonly Step[]; readonly load: Load; readonly set: Bdd }[];
}

export function loadClosure(transitions: TransitionRelation, { place, set: initial, stays, refetched }: SearchNode): LoadClosure {
  const { space } = transitions;
  const { bdd } = space;
  const admitted = identityOn(space, place.admits);
  const steps: Step[] = [];
  const redirected: LoadClosure["redirected"][number][] = [];
  let set = initial;
  for (const load of [...transitions.loads(place), ...transitions.refetches(refetched)]) {
    const answered = image(load, set);
    // The runtime awaits the app's loads before it evaluates guards; a later answer doesn't move the depositor.
    const keepsScreen = stays || load.event.owner !== null;
    const refused = keepsScreen ? FALSE : bdd.diff(answered, place.admits);
    if (refused !== FALSE) redirected.push({ before: [...steps], load, set: refused });
    const kept = keepsScreen ? answered : bdd.and(answered, place.admits);
    const unobservable = Object.keys(load.event.answer.becomes).some((path) => !space.distinguishes(path));
    if (!bdd.implies(kept, set) || unobservable) {
      const effect = keepsScreen ? load.effect : admitted;
      steps.push({ ...load, effect, place, timing: unobservable ? "unobservable" : "optional", stays: keepsScreen });
    }
    set = bdd.or(set, kept);
  }
  return { set, steps, redirected };
}
