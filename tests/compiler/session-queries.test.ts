/** Tests which loads the compiler reports because they are sent without a session, with the gateway's schema of the product. */
import { expect, it } from "vitest";
import { APP, problemsOf } from "../support/small-flows.js";

const found = (changes: Record<string, unknown>) =>
  problemsOf(changes).flatMap(({ rule, message }) => (rule === "session-missing" ? [message] : []));
const missing = [expect.stringContaining("needs a session")];
const app = (more: object) => ({ "flows/app.flow.json": { ...APP, ...more } });
const load = (when?: unknown) => app({ loads: { progress: { query: "Progress", ...(when === undefined ? {} : { when }) } } });

it.each<[string, Record<string, unknown>, readonly unknown[]]>([
  ["a load for everybody", load(), missing],
  ["a load whose condition reads nothing of the depositor", load({ "!!": { var: "branding" } }), missing],
  ["a load for visitors", load({ "!": "loggedIn" }), missing],
  ["a load after the sign-in", load("loggedIn"), []],
  ["a load for data that only a session gives", load({ "!!": { var: "progress.extended_status" } }), []],
])("%s has a session or is reported", (_what, changes, expected) => {
  expect(found(changes)).toEqual(expected);
});
