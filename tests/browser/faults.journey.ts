/** Tests each kind of failure on a filled form: the exact message, no lost data, and success at the next try. */
import { describe, expect, it } from "vitest";
import { newApplicant, PAGES, signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const OUR_SIDE =
  "Something went wrong on our end. We saved what you entered, and you won't be charged twice. Try again in a few minutes. If it happens again, message us.";
const OPEN_TOO_LONG = "This page timed out before we could submit it. Your entries are still here. Try again.";
const UNREACHED = "You appear to be offline. We saved what you entered. Check your connection and try again. You won't be charged twice.";
const UNANSWERED = "This is taking longer than usual and may already have gone through. It's safe to try again; we won't do it twice.";
const SESSION_ENDED =
  "Your session has ended. Please log in again. We saved your form on this device, except passwords, SSN, and account numbers.";
/** S8. */
const NO_RESPONSE = "We are currently experiencing a delay on registration. Please try again in 1 hour.";

/** The gateway renews the token and sends a call once more. */
const BOTH_TRIES = 2;
const LIMIT_MS = 1_500;
const TOO_LATE_MS = 3_000;

/** Presses Continue with a fault active: expects this message, the same page, and all typed data. */
async function expectFailure(visitor: Visitor, message: string, labels: readonly string[], { looked = true } = {}): Promise<void> {
  const { path } = visitor;
  const before = await visitor.typed(labels);
  await visitor.press("Continue");
  await visitor.notified(message);
  await visitor.settled();
  expect(visitor.path).toBe(path);
  expect(await visitor.typed(labels)).toEqual(before);
  if (looked) await visitor.inspect();
}

describe("a page of the registration", () => {
  const FIELDS = ["First name", "Last name", "Date of birth", "Social Security number"];

  it("keeps the typed data through each failure, and continues at the next submit", async () => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "faults-page" });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.type("First name", "Rosalind");
    await visitor.type("Last name", "Whitfield-Ames");
    await visitor.type("Date of birth", "04/17/1988");
    await visitor.type("Social Security number", "521679876");

    await bank.fault({ path: "/depositor", method: "PATCH", status: 500 });
    await expectFailure(visitor, OUR_SIDE, FIELDS);
    await bank.fault({ path: "/depositor", method: "PATCH", status: 419, times: BOTH_TRIES });
    await expectFailure(visitor, OPEN_TOO_LONG, FIELDS);
    await bank.fault({ path: "/depositor", method: "PATCH", drop: true });
    await expectFailure(visitor, UNREACHED, FIELDS);
    await visitor.connected(false);
    await expectFailure(visitor, UNREACHED, FIELDS, { looked: false });
    await visitor.connected(true);
    visitor.forgive(/^console\.error on \S+: Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/);

    await bank.fault({ path: "/depositor", method: "PATCH", status: 401 });
    await visitor.press("Continue");
    await visitor.at("/login");
    await visitor.page.getByText(SESSION_ENDED).waitFor();
    await visitor.inspect();
    await signInByPages(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    expect(await visitor.typed(FIELDS)).toEqual({
      "First name": "Rosalind",
      "Last name": "Whitfield-Ames",
      "Date of birth": "04/17/1988",
      "Social Security number": "",
    });

    // The bank executes the call: the second press shows the same result, and creates no second person.
    await visitor.type("Social Security number", "521679876");
    await visitor.hurry(LIMIT_MS);
    await bank.fault({ path: "/depositor", method: "PATCH", delay_ms: TOO_LATE_MS });
    await expectFailure(visitor, UNANSWERED, FIELDS);
    await visitor.reload();
    expect(await visitor.field("First name").inputValue()).toBe("Rosalind");
    await visitor.type("Social Security number", "521679876");

    // A single failure is invisible.
    await bank.fault({ path: "/depositor", method: "PATCH", status: 419 });
    await visitor.press("Continue");
    await visitor.at("/registration/address");
  });
});

describe("registering", () => {
  const FIELDS = ["Email", "Password", "Confirm password"];

  it("reports each failure, reports a taken email at its field, and registers nobody twice", async () => {
    const taken = await bank.persona("new");
    const applicant = newApplicant();
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "faults-register" });
    await visitor.open("/registration");
    await visitor.at("/registration");
    await visitor.type("Email", taken.email);
    await visitor.type("Password", applicant.password);
    await visitor.type("Confirm password", applicant.password);
    await visitor.tick(/terms of use/);
    await visitor.tick(/documents electronically/);

    await visitor.press("Continue");
    expect(await (await visitor.errorSummary()).innerText()).toMatch(/already have an account with this email/);
    expect(await visitor.field("Email").getAttribute("aria-invalid")).toBe("true");
    await visitor.inspect();
    await visitor.type("Email", applicant.email);

    await bank.fault({ path: "/register", status: 500 });
    await expectFailure(visitor, OUR_SIDE, FIELDS);
    await bank.fault({ path: "/register", drop: true });
    await expectFailure(visitor, NO_RESPONSE, FIELDS);

    // The late call created the person: the next press has its key, and continues with the same person.
    await visitor.hurry(LIMIT_MS);
    await bank.fault({ path: "/register", delay_ms: TOO_LATE_MS });
    await expectFailure(visitor, NO_RESPONSE, FIELDS, { looked: false });
    await bank.link(applicant.email);
    await visitor.press("Continue");
    await visitor.at("/setup-mobile-mfa");

    await bank.fault({ path: "/mfa-add-sms", drop: true });
    await visitor.type("Mobile phone number", applicant.phone);
    await visitor.tick(/one-time codes by text message/);
    await expectFailure(visitor, "Error while saving phone number.", ["Mobile phone number"]);
    await visitor.press("Continue");
    await visitor.at("/otp-verification");
    await PAGES["/otp-verification"]?.(visitor, applicant);
    await visitor.at("/registration/landing");
  });
});
