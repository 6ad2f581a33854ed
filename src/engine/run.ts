/** The engine's run-time: what the browser imports. Nothing of the compiler (ajv, graphql, jsonc-parser) is behind it. */
export { sentOn } from "./admission.js";
export { decide } from "./decide.js";
export type { Explanation } from "./explain.js";
export { explain, explainDecision } from "./explain.js";
export * from "./failures.js";
export type { Match } from "./paths.js";
export { matchPath, screenOf } from "./paths.js";
export type { Scope } from "./predicate.js";
export { build, evaluate, holds, test, truthy } from "./predicate.js";
export { resolve } from "./resolve.js";
export { instantOf, scopeOf } from "./scope.js";
export { isPathOfFlows, target } from "./target.js";
export type { Journeys, TransitionContext } from "./transition.js";
export { actionOf, applyAnswer, transition } from "./transition.js";
export { formatProse, formatText } from "./words.js";
export { initialState, write, writeSlices } from "./write.js";
