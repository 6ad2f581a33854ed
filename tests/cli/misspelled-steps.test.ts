/** Tests that `flows test` says what is wrong with a misspelled name in the steps of a scenario, and with a file of another type. */
import { expect, it } from "vitest";
import { ownScenario } from "./own-scenario.js";

const { write, test } = ownScenario({});

const login = [{ open: "/login" }, { fill: { email: "dana@example.com", password: "wrong-password" } }, { press: "Log in" }];

it.each<[string, readonly object[], string]>([
  ["control", [{ press: "Log inn" }], 'No control of /login has the text "Log inn"; did you mean "Log in"?'],
  [
    "control with the brackets of its line in `controls`",
    [{ press: "Forgot your password? [style link]" }],
    'No control of /login has the text "Forgot your password? [style link]"; did you mean "Forgot your password?"?',
  ],
  ["field", [{ fill: { emial: "x" } }], 'No form has a field "emial"; did you mean "email"?'],
  ["field of tried values", [{ try: { emial: { x: null } } }], 'No form has a field "emial"; did you mean "email"?'],
  [
    "failure",
    [{ answer: "Login", fails: "400.bad_credential" }],
    'Login does not fail with 400.bad_credential; did you mean "400.bad_credentials"?',
  ],
  [
    "persona of an address",
    [{ destinations: { "/deposit": { "/deposit": ["active", "activ"] } } }],
    'Steps (harbor): There is no persona "activ"; did you mean "active"?',
  ],
  ["slice of the state", [{ see: { state: { acounts: null } } }], 'The state has no "acounts"; did you mean "accounts"?'],
  [
    "part of the state that one brand has",
    [{ see: { brands: { harbor: { state: { "auth.loginSucess": null } } } } }],
    'The state has no "auth.loginSucess"; did you mean "loginSuccess"?',
  ],
  [
    "part of the state that an answer changes",
    [...login, { answer: "Login", fails: "400.bad_credentials", changes: { state: { "accounts.0.balanc": null } } }],
    'The state has no "accounts.0.balanc"; did you mean "balance"?',
  ],
])("for a %s", async (_what, steps, message) => {
  await write(JSON.stringify({ scenarios: { Steps: { steps: [{ open: "/login" }, ...steps] } } }));
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toContain(message);
});

it("lists a few names where none is similar", async () => {
  await write(JSON.stringify({ scenarios: { Steps: { steps: [{ open: "/login" }, { answer: "Zzzzzzzz", ok: {} }] } } }));
  const { warned } = await test();
  expect(warned).toMatch(/There is no operation "Zzzzzzzz": (\w+, ){11}\w+ and \d+ more\./);
});

it("says that a file is an object", async () => {
  await write("[]");
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toMatch(/^\S*own\.json:1:1 {2}error {2}[a-z-]+ {2}Expected object, found array/);
});
