/** Exports the reader of one line of `flows resolve`: a state, and a location or a decision. */

import type { DepositorState, Location } from "../engine/events.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { StateCheck } from "./state-check.js";

/** The error for an invalid line. */
export class WrongQuestion extends Error {
  override readonly name = "WrongQuestion";
}

export type Question =
  | { readonly state: DepositorState; readonly location: Location; readonly decide?: never }
  | { readonly state: DepositorState; readonly decide: string; readonly location?: never };

const LINE_KEYS = new Set(["state", "location", "decide"]);
const LOCATION_KEYS = new Set(["pathname", "search", "state", "hash", "key"]);

/** Slices that only the runtime uses: no predicate reads them, nobody writes them in a question, and `state.md` does not list them. */
const RUNTIME_SLICES: readonly string[] = ["attempts"];

type JsonRecord = { readonly [key: string]: Json };

function record(value: Json | undefined, what: string): JsonRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new WrongQuestion(`${what}: must be an object`);
  return value as JsonRecord;
}

function onlyKeys(value: JsonRecord, keys: ReadonlySet<string>, what: string): void {
  for (const key of Object.keys(value)) if (!keys.has(key)) throw new WrongQuestion(`${what}: has no part "${key}"`);
}

function locationOf(value: Json): Location {
  const location = record(value, "location");
  onlyKeys(location, LOCATION_KEYS, "location");
  const { pathname, search = "", state = null } = location;
  if (typeof pathname !== "string") throw new WrongQuestion("location.pathname: must be a string");
  // A browser's location has no other: as an unknown path, it would lead to Not found.
  if (!pathname.startsWith("/")) throw new WrongQuestion(`location.pathname: must begin with "/", found ${JSON.stringify(pathname)}`);
  if (typeof search !== "string") throw new WrongQuestion("location.search: must be a string");
  return { pathname, search, state };
}

function parsed(line: string): Json {
  if (line.trim() === "") throw new WrongQuestion('the line is blank: each line is {"state": {...}, "location": {...}}');
  try {
    return JSON.parse(line) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) throw new WrongQuestion(`not JSON: ${error.message}`);
    throw error;
  }
}

/** Reads a line; throws {@link WrongQuestion} with the path of the error. A missing `now` is the wall clock. */
export function questionOf(line: string, core: BundleCore, check: StateCheck, now: () => number): Question {
  const question = record(parsed(line), "line");
  onlyKeys(question, LINE_KEYS, "line");
  const { location, decide } = question;
  if ((location === undefined) === (decide === undefined)) throw new WrongQuestion("exactly one of location and decide is wanted");
  if (question.state === undefined) throw new WrongQuestion('state: is missing; a visitor is "state": {}');
  const given = record(question.state, "state");
  for (const slice of RUNTIME_SLICES) if (Object.hasOwn(given, slice)) throw new WrongQuestion(`state: has no part "${slice}"`);
  const refused = check(given);
  if (refused !== null) throw new WrongQuestion(refused);
  const complete = completeState(core, given);
  const state = given.now === undefined || given.now === null ? { ...complete, now: new Date(now()).toISOString() } : complete;
  if (location !== undefined) return { state, location: locationOf(location) };
  if (typeof decide !== "string" || !Object.hasOwn(core.decisions, decide)) {
    throw new WrongQuestion(`decide: must be one of ${Object.keys(core.decisions).join(", ")}`);
  }
  return { state, decide };
}
