/** Exports the description of the depositors whom two bundles treat differently. */

import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { AdmissionDifference } from "../verifier/compare.js";

/** A state's parts, one after another: `progress.registration_status is PASSED`. Parts that no condition reads are omitted. */
function partsOf(node: Json, path: string): readonly string[] {
  if (isObject(node) && Object.keys(node).length > 0)
    return Object.entries(node as { readonly [key: string]: Json }).flatMap(([key, part]) =>
      partsOf(part, path === "" ? key : `${path}.${key}`),
    );
  return [`${path} is ${typeof node === "string" ? node : JSON.stringify(node)}`];
}

function depositor({ state, location }: AdmissionDifference["witness"]): string {
  const { now: _now, ...rest } = state;
  const route = [
    ...(location.search === "" ? [] : [`the search is ${location.search}`]),
    ...(location.state === null ? [] : partsOf(location.state, "route.state")),
  ];
  const parts = [...Object.entries(rest).flatMap(([slice, value]) => partsOf(value as Json, slice)), ...route];
  return parts.length === 0 ? "anybody, with nothing in the state" : parts.join(", ");
}

/** Where a depositor ends up. */
function endOf(chain: readonly string[]): string {
  return chain.length === 0 ? "no row holds" : (chain.at(-1) ?? "");
}

const SENTENCES: Readonly<Record<AdmissionDifference["kind"], (difference: AdmissionDifference) => string>> = {
  opened: ({ id, answers: [was] }) => `${id} opens to some who were redirected to ${endOf(was)}`,
  closed: ({ id, answers: [, is] }) => `${id} is closed to some whom it admitted, and redirects them to ${endOf(is)}`,
  redirected: ({ id, answers: [was, is] }) => `${id} redirects some whom it refuses to ${is[1] ?? ""} instead of ${was[1] ?? ""}`,
  decided: ({ id, answers: [was, is] }) => `The decision ${id} sends some to ${endOf(is)} instead of ${endOf(was)}`,
};

/** Two lines for each screen and decision: the changed result, and the smallest depositor with that result. */
export function affected(differences: readonly AdmissionDifference[]): readonly string[] {
  if (differences.length === 0) return [];
  const lines = differences.flatMap((difference) => [
    SENTENCES[difference.kind](difference),
    `  for instance: ${depositor(difference.witness)}`,
  ]);
  return ["Who is treated differently", ...lines.map((line) => `  ${line}`)];
}
