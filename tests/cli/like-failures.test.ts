/** Tests how `flows test` prints failures that probably have one cause. */
import { expect, it } from "vitest";
import { ownScenario } from "./own-scenario.js";

const { write, test, testAll } = ownScenario({});

const sees = (path: string, title: string) => [{ open: path }, { see: { title } }];

it("prints the first of the failures with the same screen and message, and the places of the others", async () => {
  const see = { see: { title: "Log in" } };
  const scenarios = {
    One: { steps: [{ open: "/login" }, { press: "Sign in" }], cases: { first: [see], second: [see], third: [see] } },
    Two: { steps: [{ open: "/login" }, { press: "Sign in" }, see] },
    "Another text": { steps: sees("/login", "Sign in") },
    "Another screen": { steps: sees("/login/forgot-password", "Sign in") },
  };
  await write(JSON.stringify({ scenarios }, null, 2));
  const { warned } = await testAll();
  expect(warned.replace(/own\.json:(\d+):\d+/g, "$1")).toMatchInlineSnapshot(`
    "flows/scenarios/8  error  scenario  One: first (harbor): No control has the text "Sign in". The screen /login has: "Log in", "Forgot your password?", "Open an account", "Forgot password", "reset your password".
      and 7 more like it on the screen login:
        flows/scenarios/8  One: first, and 2 more scenarios (harbor, juniper)
        flows/scenarios/41  Two (harbor, juniper)
    flows/scenarios/56  error  scenario  Another text (harbor): title: expected "Sign in", found "Log in".
      and 1 more like it on the screen login:
        flows/scenarios/56  Another text (juniper)
    flows/scenarios/68  error  scenario  Another screen (harbor): title: expected "Sign in", found "Forgot your password?".
      and 1 more like it on the screen login.forgot-password:
        flows/scenarios/68  Another screen (juniper)"
  `);
});

it("prints a failure without another one like it in one line", async () => {
  await write(JSON.stringify({ scenarios: { One: { steps: sees("/login", "Sign in") } } }));
  expect((await test()).warned).toMatch(/^flows\/scenarios\/own\.json:1:\d+ {2}error {2}scenario {2}One \(harbor\): title: .*$/);
});
