/** Exports the compilation of an ISO 8601 duration to milliseconds, and its reader for the checks of timing. For the compiler. */
import * as durationProblems from "../language/duration-problems.js";
import { durationOf, durationText } from "../language/durations.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { plain, type SourceNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { structure } from "./structure.js";

/** Milliseconds of a written duration; null for anything else, which `compileDuration` reports. */
export function millisecondsOf(node: SourceNode | null): number | null {
  const value = node === null ? null : plain(node);
  return typeof value === "string" ? durationOf(value) : null;
}

/** The bundle contains milliseconds. A plain number has no unit: the message proposes the duration that it was in milliseconds. */
export function compileDuration(node: SourceNode, schema: LanguageSchema, context: Context): number | null {
  const { report } = context.linker;
  const value = plain(node);
  if (typeof value === "number" && value >= 0) {
    report(node.at, durationProblems.plainDuration(value, durationText(value)));
    return null;
  }
  structure(node, schema, context);
  const milliseconds = millisecondsOf(node);
  if (milliseconds === null) return null;
  const { "x-minimum": least = "PT0S", "x-maximum": most } = schema;
  const above = most !== undefined && milliseconds > (durationOf(most) ?? 0);
  if (milliseconds === 0 || above || milliseconds < (durationOf(least) ?? 0))
    report(node.at, durationProblems.durationOutOfRange(String(value), least, most));
  return milliseconds;
}
