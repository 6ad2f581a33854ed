/** Tests the location and the message of an outcome that an action handles and its call never has. */
import { expect, test } from "vitest";
import { messages } from "../../src/verifier/rules/messages.js";
import { foundIn, patched } from "../rules/rule-examples.js";
import { SECOND_BRAND } from "../support/small-flows.js";

type Patch = Parameters<typeof foundIn>[0];

/** The findings of the rule, each with the text at its location. */
function impossible(patch: Patch): readonly unknown[] {
  const { source } = patched(patch);
  return foundIn(patch)
    .filter(({ rule }) => rule === "outcome-impossible")
    .map(({ file, line, column, severity, message }) => {
      const text = (source.files.get(file) ?? "").split("\n")[line - 1]?.slice(column - 1) ?? "";
      // The message of the proof continues with the path.
      return { file, severity, message: message.split("; ", 1)[0], key: /^"[^"]*"/.exec(text)?.[0] };
    });
}

const START = "flows/start.flow.json";
const APP = "flows/app.flow.json";
const save = (on: object): object => ({ screens: { login: { actions: { save: { on } } } } });
const message = (outcome: string) => messages.impossible("login", "save", outcome, "Login", ["network", "422.locked"]);

test("a misspelled code is an error at its key, with the declared code", () => {
  expect(message("422.loked")).toContain('did you mean "422.locked"?');
  expect(impossible({ [START]: save({ "422.loked": { go: "/away" } }) })).toEqual([
    { file: START, severity: "error", message: message("422.loked"), key: '"422.loked"' },
  ]);
});

test("a code that the action handles already is not suggested", () => {
  expect(impossible({ [START]: save({ "422.locked": { go: "/away" }, "422.loked": { go: "/away" } }) })).toEqual([
    {
      file: START,
      severity: "error",
      message: messages.impossible("login", "save", "422.loked", "Login", ["network"]),
      key: '"422.loked"',
    },
  ]);
});

test("a code in a group is reported at the key of the group", () => {
  expect(impossible({ [START]: save({ "422, 422.loked": { go: "/away" } }) })).toEqual([
    { file: START, severity: "error", message: message("422.loked"), key: '"422, 422.loked"' },
  ]);
});

test("a status that no call has is reported", () => {
  expect(impossible({ [START]: save({ "430": { go: "/away" } }) })).toEqual([
    { file: START, severity: "error", message: message("430"), key: '"430"' },
  ]);
});

test("a status without a code is a fallback, which is not reported", () => {
  expect(impossible({ [START]: save({ "422": { go: "/away" } }) })).toEqual([]);
});

test("an outcome of an overlay is reported in the overlay", () => {
  const overlay = { language: 2, ...save({ "422.loked": { go: "/away" } }) };
  const file = "flows/brands/second/overlay.json";
  expect(impossible({ "flows/brands/second/brand.json": SECOND_BRAND, [file]: overlay })).toEqual([
    expect.objectContaining({ file, key: '"422.loked"' }),
  ]);
});

test("an outcome of an action of the app is reported at its key", () => {
  const leave = { call: "Progress", then: null, on: { ok: { go: "/" }, "422.loked": { go: "/away" } } };
  expect(impossible({ [APP]: { actions: { leave } } })).toEqual([
    expect.objectContaining({ file: APP, key: '"422.loked"', severity: "error" }),
  ]);
});
