/** Exports an applicant for the journeys: their data, and what they enter on each page, in any order of the pages. */
import { randomInt } from "node:crypto";
import { bank } from "./bank.js";
import type { Visitor } from "./visitor.js";

export interface Applicant {
  readonly email: string;
  readonly password: string;
  /** 10 digits. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** 9 digits; the last four decide what the sandbox's identity check answers. */
  readonly ssn: string;
  /** Dollars of the first deposit; {@link INITIAL_AMOUNT} where the amount does not matter. */
  readonly amount?: string;
}

/** A new Social Security number with a valid area and group. */
export const newSsn = (last4 = String(randomInt(1000, 9999))): string => `${randomInt(501, 599)}${randomInt(11, 99)}${last4}`;

/** A new applicant. */
export function newApplicant(changes: Partial<Applicant> = {}): Applicant {
  const mark = randomInt(2 ** 40).toString(36);
  return {
    email: `dana.${mark}@example.com`,
    password: `Quiet-Harvest-${mark}-42`,
    // Wide enough that no two applicants of a run share a phone number, and with it their codes.
    phone: `${randomInt(201, 989)}555${randomInt(1000, 9999)}`,
    firstName: "Dana",
    lastName: "Whitfield",
    ssn: newSsn(),
    ...changes,
  };
}

/** The default first deposit. */
export const INITIAL_AMOUNT = "2500.00";

/** Links an account in the frame of the simulated provider; the bank's name chooses the result. */
export async function linkAtBank(visitor: Visitor, name: string): Promise<void> {
  // The bank's page is open already where the depositor comes from the verified identity.
  if ((await visitor.page.locator("iframe").count()) === 0) await visitor.press(/^Sign in to your bank/);
  const provider = visitor.page.frameLocator("iframe");
  await visitor.pressInFrame(provider.getByRole("button", { name: new RegExp(name) }));
}

export interface BankNumbers {
  readonly routing?: string;
  readonly account: string;
  /** In the form's wording. */
  readonly type?: string;
}

/** Enters the numbers of an account, on any page that has the form. */
export async function enterNumbers(visitor: Visitor, { routing = "021000021", account, type = "Checking" }: BankNumbers): Promise<void> {
  await visitor.type("Account holder name", "Dana Whitfield");
  await visitor.pick(type);
  await visitor.type("Routing number", routing);
  await visitor.type("Account number", account);
  await visitor.type("Reenter account number", account);
  await visitor.tick(/^I authorize/);
  await visitor.press("Continue");
}

/** Enters the amounts of the two small deposits. */
export async function enterAmounts(visitor: Visitor, one: string, two: string): Promise<void> {
  await visitor.type("First amount", one);
  await visitor.type("Second amount", two);
  await visitor.press("Verify");
}

/** Fills in the page of a path, without Continue. */
type Page = (visitor: Visitor, applicant: Applicant) => Promise<void>;

/** Enters a code and waits for the answer: the form submits itself when the code is complete. */
export async function typeCode(visitor: Visitor, code: string): Promise<void> {
  const answered = visitor.page.waitForResponse((response) => {
    // WebDriver BiDi has no body of a request: in Firefox, the next call of the page.
    const sent = response.request().postData();
    return response.url().endsWith("/graphql") && (sent === null || /VerifyMfa|ConfirmContact/.test(sent));
  });
  await visitor.type("Verification code", code);
  await answered;
}

/** Enters the newest code that was sent to this address. */
export async function enterCode(visitor: Visitor, to: string): Promise<void> {
  await typeCode(visitor, await bank.code(to));
}

export const PAGES: Readonly<Record<string, Page>> = {
  "/registration": async (visitor, { email, password }) => {
    await visitor.type("Email", email);
    await visitor.type("Password", password);
    await visitor.type("Confirm password", password);
    await visitor.tick(/terms of use/);
    await visitor.tick(/documents electronically/);
    await visitor.press("Continue");
  },
  "/setup-mobile-mfa": async (visitor, { phone }) => {
    await visitor.type("Mobile phone number", phone);
    await visitor.tick(/one-time codes by text message/);
    await visitor.press("Continue");
  },
  "/login/choose-mfa": (visitor) => visitor.press(/^Text message/),
  "/otp-verification": (visitor, { phone }) => enterCode(visitor, phone),
  "/registration/landing": (visitor) => visitor.press("Get started"),
  "/registration/basic-information": async (visitor, { firstName, lastName, ssn }) => {
    await visitor.type("First name", firstName);
    await visitor.type("Last name", lastName);
    await visitor.type("Date of birth", "04/17/1988");
    await visitor.type("Social Security number", ssn);
    // A field that only Juniper has.
    if ((await visitor.field(/^Member number/).count()) > 0) await visitor.type(/^Member number/, "44719026");
    await visitor.press("Continue");
  },
  "/registration/address": async (visitor) => {
    await visitor.type("Street address", "218 Alder Street");
    await visitor.type("City", "Portland");
    await visitor.choose("State", "Oregon");
    await visitor.type("ZIP code", "97205");
    await visitor.press("Continue");
  },
  "/registration/employer": async (visitor) => {
    await visitor.choose("Employment status", "Employed");
    await visitor.type("Occupation", "Librarian");
    await visitor.type("Employer", "Multnomah County Library");
    await visitor.choose("Main source of income", "Salary or wages");
    await visitor.press("Continue");
  },
  "/registration/confirm-details": async (visitor) => {
    await visitor.tick("I certify the three statements above");
    await visitor.tick("The information above is true and complete");
    await visitor.press("Continue");
  },
  "/registration/passed": (visitor) => visitor.press("Continue"),
  "/registration/link-account-selection": (visitor) => linkAtBank(visitor, "Good"),
  "/manual-funding/banking-information": (visitor) => enterNumbers(visitor, { account: "000123456789" }),
  "/relink/manual/banking-information": (visitor) => enterNumbers(visitor, { account: "000123456780" }),
  "/fund-account": async (visitor, { amount = INITIAL_AMOUNT }) => {
    await visitor.type("Amount", amount);
    await visitor.press("Continue");
  },
  "/fund-account/disclosure": async (visitor) => {
    for (const box of await visitor.page.getByRole("main").getByRole("checkbox").all()) await visitor.tickBox(box);
    await visitor.press("Continue");
  },
  "/fund-account/ready-to-fund": async (visitor) => {
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
  },
  "/fund-account/successful-fund": (visitor) => visitor.press("Go to Home"),
};

export interface Walk {
  /** The page to stop at. */
  readonly until: string;
  /** Called on each page before it is filled in. */
  readonly onEach?: (visitor: Visitor, path: string) => Promise<void>;
}

/** Continues from the current page, page by page; returns the paths in their order. */
export async function walk(visitor: Visitor, applicant: Applicant, { until, onEach }: Walk): Promise<string[]> {
  const walked: string[] = [];
  for (;;) {
    await visitor.settled();
    const { path } = visitor;
    walked.push(path);
    if (onEach) await onEach(visitor, path);
    if (path === until) return walked;
    const page = PAGES[path];
    if (!page) throw new Error(await visitor.whereabouts(`No page is known for ${path}, reached by ${walked.join(" -> ")}`));
    if (walked.filter((each) => each === path).length > 2) throw new Error(await visitor.whereabouts(`Does not get on from ${path}`));
    await page(visitor, applicant);
    await visitor.goneFrom(path);
  }
}

/** Signs in on the pages of the sign-in, with the code that is sent to the phone; `signIn` starts a session without them. */
export async function signInByPages(visitor: Visitor, who: Pick<Applicant, "email" | "password" | "phone">): Promise<void> {
  await visitor.open("/login");
  await visitor.settled();
  await visitor.type("Email", who.email);
  await visitor.type("Password", who.password);
  await visitor.press("Log in");
  await visitor.at("/login/choose-mfa");
  await visitor.press(/^Text message/);
  await visitor.at("/otp-verification");
  await enterCode(visitor, who.phone);
  await visitor.goneFrom("/otp-verification");
  await visitor.settled();
}
