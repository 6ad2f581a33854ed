/** Exports what an answer changes, of what a depositor sees, of the state and of the calls, for scenarios. */
import { valueAt } from "../blocks/form-data.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { withoutBrandNames } from "./brand-names.js";
import { passedState, presentExpectation, textsOf } from "./expectations.js";
import { messageLink } from "./frame.js";
import type { Changes, Expectation, See } from "./scenario.js";
import type { Session } from "./session.js";

type Slices = { readonly [slice: string]: Json };

/**
 * Slices that change with the clock and the address (what a navigation passes on is compared on its own), what was typed, which the
 * steps themselves contain, and the data of the brand, so that brands have scenarios in common.
 */
const UNRECORDED = new Set(["now", "route", "drafts", "branding"]);

/** The traces of a message of the app in the state; scenarios compare the message itself. */
const MESSAGES = new Set(["notification"]);

/** The keywords of an expectation that are the same on every screen. */
const KEYWORDS = ["path", "title", "calls", "errors", "failure", "notification", "question"] as const;

/** The values that differ, by path. A list is one value; so is an object with a key that contains a dot. */
function differences(before: Json, after: Json, path: string): readonly (readonly [string, Json])[] {
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return [];
  const canDescend =
    isObject(before) && isObject(after) && ![...Object.keys(before), ...Object.keys(after)].some((key) => key.includes("."));
  if (!canDescend) return [[path, after]];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key] ?? null, after[key] ?? null, `${path}.${key}`),
  );
}

/** The values of the state that differ, by path. */
export function stateChanges(before: Slices, after: Slices): readonly (readonly [string, Json])[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((slice) => !UNRECORDED.has(slice))
    .flatMap((slice) => differences(before[slice] ?? null, after[slice] ?? null, slice))
    .filter(([path, value]) => JSON.stringify(valueAt(after as Json, path) ?? null) === JSON.stringify(value));
}

interface Seen {
  readonly keywords: Expectation;
  readonly lines: readonly string[];
  readonly state: Slices;
  /** What the navigation to this entry has passed on. */
  readonly passed: Json;
}

function seenIn(session: Session): Seen {
  const calls = session.calls.map(({ operation, variables }) => ({ operation, with: isObject(variables) ? variables : {} }));
  const notification = { message: "", severity: "" };
  return {
    keywords: presentExpectation(session, { path: "", title: "", calls, errors: {}, failure: null, notification, question: null }),
    lines: [
      ...textsOf(session),
      ...withoutBrandNames(
        (session.content()?.controls ?? []).map(({ label }) => label),
        session.branding,
      ),
    ],
    state: session.state,
    passed: passedState(session),
  };
}

/** Begins to observe a session; the result returns what has changed since. The texts of another screen are not among it. */
export function observeChanges(session: Session): () => Changes {
  const before = seenIn(session);
  session.takeSent();
  session.takeDownloads();
  return () => {
    const after = seenIn(session);
    const keywords = KEYWORDS.filter((keyword) => JSON.stringify(before.keywords[keyword]) !== JSON.stringify(after.keywords[keyword]));
    const isSameScreen = before.keywords.title === after.keywords.title;
    const texts = isSameScreen ? [...new Set(after.lines)].filter((line) => !before.lines.includes(line)) : [];
    const absent = isSameScreen ? [...new Set(before.lines)].filter((line) => !after.lines.includes(line)) : [];
    const state = [
      ...stateChanges(before.state, after.state).filter(([path]) => !MESSAGES.has(path.split(".")[0] ?? "")),
      ...differences(before.passed, after.passed, "route.state"),
    ];
    const sent = session.takeSent();
    const downloads = session.takeDownloads();
    const severity = session.failures[0]?.severity ?? USUAL_SEVERITY;
    return shortened({
      ...Object.fromEntries(keywords.map((keyword) => [keyword, after.keywords[keyword]])),
      ...(keywords.includes("failure") && severity !== USUAL_SEVERITY ? { severity } : {}),
      ...(messageLink(session) !== null && keywords.some((keyword) => keyword === "failure" || keyword === "notification")
        ? { link: withoutBrandNames(messageLink(session), session.branding) }
        : {}),
      ...(texts.length === 0 ? {} : { texts }),
      ...(absent.length === 0 ? {} : { absent }),
      ...(state.length === 0 ? {} : { state: Object.fromEntries(state) }),
      ...(sent.length === 0 ? {} : { sent }),
      ...(downloads.length === 0 ? {} : { downloads }),
    });
  };
}

/** Of most messages at controls. */
const USUAL_SEVERITY = "error";

/** What a text says as an object: the message at the control, when the call is over. */
export function asKeywords(changes: Changes): See {
  return typeof changes === "string" ? { calls: [], failure: changes } : changes;
}

/** The message alone where the call is over and nothing else has changed. */
export function shortened(changes: See): Changes {
  const { calls, failure, ...more } = changes;
  return typeof failure === "string" && calls?.length === 0 && Object.keys(more).length === 0 ? failure : changes;
}
