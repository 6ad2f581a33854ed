/** Exports `coverageOfProof`: which parts of the definitions the engine executes on the paths that a proof has replayed, for `flows coverage`. */
import type { DepositorState, Location } from "../engine/events.js";
import { resolve } from "../engine/resolve.js";
import { scopeOf } from "../engine/scope.js";
import { transition } from "../engine/transition.js";
import type { Bundle } from "../language/bundle.js";
import type { LinkedOutcomes } from "../language/outcomes.js";
import { type CoverageResult, coverageOf, linkName, observation } from "../scenarios/coverage.js";
import { ConditionRecord } from "../scenarios/observe-conditions.js";
import { createReadRecord } from "../scenarios/read-record.js";
import { NOW } from "../verifier/abstraction/state-classes.js";
import type { ReplayedStep } from "../verifier/search/nodes.js";

const ANY_PATH = 0;

/** Executes the paths again with the engine, and notes what they read. A field is covered by no path: the engine checks no form. */
export function coverageOfProof(
  bundle: Bundle,
  outcomes: LinkedOutcomes,
  paths: readonly (readonly ReplayedStep[])[],
): readonly CoverageResult[] {
  const record = createReadRecord();
  const seen = new Set<string>();
  const conditions = new ConditionRecord(bundle.core);
  // As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished.
  const observed = record.observed({ bundle: JSON.parse(JSON.stringify(bundle)) as Bundle }, ANY_PATH);
  const { core, journeys } = observed.bundle;
  for (const path of paths) {
    let state: DepositorState = { ...bundle.core.initial, now: NOW };
    let screen = "";
    const arrive = (location: Location): void => {
      const resolution = resolve(core, state, location, NOW);
      screen = resolution.screen;
      seen.add(observation("screen", screen));
      conditions.observe(scopeOf(state, NOW, resolution.route));
    };
    for (const one of path.flatMap(({ executed }) => executed)) {
      if (one.kind === "event") {
        const { state: next, commands } = transition(core, journeys, state, one.event, one.context);
        state = next;
        const go = commands.find((command) => command.kind === "go");
        if (go !== undefined) arrive({ pathname: go.path, search: go.search, state: go.state });
        continue;
      }
      if (one.kind === "opened") state = loaded(bundle, state);
      else if (one.go !== undefined) seen.add(observation("link", linkName(screen, one.go)));
      arrive(one.location);
    }
  }
  return coverageOf(bundle, outcomes, { record, seen: new Set([...seen, ...conditions.observations()]) });
}

/** The state after a page load: only what the browser persists is left. */
function loaded({ core }: Bundle, state: DepositorState): DepositorState {
  const kept = Object.keys(core.persisted).map((slice): [string, DepositorState[string]] => [slice, state[slice] ?? null]);
  return { ...core.initial, ...Object.fromEntries(kept), now: NOW };
}
