/** Tests `flows test --browser`: scenarios of every journey, played in the pages of the product, and a page that differs from its scenario. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../src/cli/test.js";
import { capture } from "../cli/captured-io.js";
import { ROOT } from "../support/sources.js";
import { product } from "./bank.js";

const LIMIT = 180_000;
const test = (args: readonly string[], root = ROOT) =>
  capture((io) => run([...args, "--browser", "--at", `http://localhost:${product().port}`], io), { root });

/** They fill forms, choose suggestions, open groups and questions, answer them, wait, act in another tab and in the provider's frame, try values, open addresses, and show failures of all kinds. */
const WALKS = [
  "A wrong password keeps the email",
  "A deposit of $50: The bank asks for a code: by text message: The code is sent: Deposit 409.conflict",
  "A linked account gets a nickname: Save nickname: RenameLink 422.validation",
  "A pending withdrawal is canceled on Home: Cancel: Keep it",
  "Home shows the transactions where only the account fails to load",
  "The page of a joint holder in review looks for the result: refused",
  "The amount of the first deposit is saved: and the documents follow",
  "registration.employer, new: Continue: SaveEmployer timeout",
  "The browser checks the session when it shows the page again: after a second",
  "A depositor who comes back from another tab keeps the session: after a longer",
  "A depositor who types keeps the session",
  "Another window completes the registration",
  "An address is suggested while it is typed",
  "A nonprofit is suggested by its name",
  "The check digit of a routing number",
  "Addresses of non-profit",
  "What was typed is there after the page is loaded again, without secrets",
  "An address that was typed is there after the page is loaded again",
  "An account is linked again through the provider: The depositor leaves the provider",
  "An account is linked again through the provider: The provider has linked the account: LinkFastlink 409.conflict",
  "joint-account.personal-information: Save and finish later: Continue: SaveJointPersonal fails: 422.duplicate_ssn: Correct the number",
  "logout, active: Logout 500.unexpected",
  "The page of a deposit that was made is there after a reload",
  "A deposit of $50: It takes a moment: then it takes longer than five minutes",
  "The first deposit is polled until it is accepted or refused: Refused",
  "A page that is loaded again has no data of the bank until it answers",
  "registration.link-account-selection, flagged: SendMessage 422.validation",
  "beneficiary.update-allocations, two-beneficiaries: Save shares: UpdateAllocations answers",
] as const;

/** Each part is played in one brand, by turns. */
const PARTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const PLAYS = PARTS.map((part) => ({
  part,
  brand: part % 2 === 1 ? "harbor" : "juniper",
  walks: WALKS.filter((_walk, index) => index % PARTS.length === part - 1),
}));

it.each(PLAYS)(
  "plays scenarios in the pages of $brand, part $part",
  async ({ brand, walks }) => {
    const { code, warned } = await test([...walks, "--brand", brand]);
    expect(code, warned).toBe(0);
  },
  LIMIT,
);

it(
  "reports what the page lacks, with the place of the step",
  async () => {
    const root = await mkdtemp(join(tmpdir(), "passbook-played-"));
    try {
      for (const part of ["flows", "schemas", "gateway/schema.graphql"]) await cp(join(ROOT, part), join(root, part), { recursive: true });
      const change = async (file: string, before: string, after: string): Promise<void> => {
        const text = await readFile(join(root, "flows", file), "utf8");
        expect(text).toContain(before);
        await writeFile(join(root, "flows", file), text.replace(before, after));
      };
      await change("auth.flow.json", '"Forgot your password?"', '"Lost your password?"');
      await change(
        "auth.flow.json",
        '"email": { "type": "email", "label": "Email", "autocomplete": "username" }',
        '"email": { "type": "email", "label": "Email" }',
      );
      await change("fields.json", '"Enter your email address."', '"Write your email address."');
      await change("app.flow.json", '"go": "/logout" }, "else"', '"go": "/registration" }, "else"');
      const scenarios = {
        "Opens the login": { steps: [{ open: "/login" }, { see: { path: "/login" } }] },
        "Tries an email": {
          steps: [{ open: "/login/forgot-password" }, { try: { email: { "": "Write your email address.", "dana@example.com": null } } }],
        },
        "Opens addresses": { steps: [{ destinations: { "/my-account": { "/registration": ["a visitor"], "/my-account": ["active"] } } }] },
      };
      await writeFile(join(root, "flows/scenarios/own.json"), JSON.stringify({ scenarios }));
      const { code, warned } = await test(["scenarios/own.json", "--brand", "harbor"], root);
      expect(code).toBe(1);
      expect(warned).toMatch(
        /own\.json:1:\d+ {2}error {2}scenario {2}Opens the login \(harbor\): In a browser: The page lacks the control "Lost your password\?"\./,
      );
      expect(warned).toContain('Opens the login (harbor): In a browser: The page lacks the autocomplete "email" of "Email".');
      expect(warned).toMatch(
        /own\.json:1:\d+ {2}error {2}scenario {2}Tries an email \(harbor\): In a browser: email with "": expected "Write your email address\.", found "Enter your email address\."\./,
      );
      expect(warned).toMatch(
        /own\.json:1:\d+ {2}error {2}scenario {2}Opens addresses \(harbor\): In a browser: \/my-account takes a visitor to \/log\w+, expected \/registration\./,
      );
      // The style of the missing control is no difference of its own.
      expect(warned.match(/In a browser:/g), warned).toHaveLength(4);
    } finally {
      await rm(root, { recursive: true });
    }
  },
  LIMIT,
);
