/**
 * Exports specification S2.2 and the decisions D7-D45 in plain TypeScript: who may be on which path, where everyone
 * else is redirected, and the titles of the screens. Written from the specification, not from the flow files, so that
 * tests can compare the two. Only tests may import it.
 */

interface Account {
  readonly available_balance: number;
}
interface Linked {
  readonly status: string | null;
}
interface Transaction {
  readonly status: string;
  readonly return_code?: string | null;
}

/** The values that the guards of S2.2 read. */
export interface Depositor {
  readonly token: boolean;
  readonly status: string | null;
  readonly step: string | null;
  readonly hold: boolean;
  /** Null where there is no progress. */
  readonly primary: boolean | null;
  readonly relink: boolean;
  readonly resetEmail: boolean;
  readonly resetError: boolean;
  readonly duplicateSsn: boolean;
  readonly jointDuplicateSsn: boolean;
  readonly accounts: readonly Account[];
  readonly linked: readonly Linked[];
  readonly transactions: readonly Transaction[];
  readonly alerts: number;
  readonly beneficiaries: number;
  /** Undefined: no joint account. */
  readonly joint: { readonly status: string | null; readonly pendingSignup: boolean } | undefined;
  readonly fastlinkDone: boolean;
  readonly transferAccepted: boolean;
}

/** Route state, and query keys of an email link (D10). */
export type RouteState = Readonly<Record<string, string>>;

type Guard = (who: Depositor, route: RouteState) => boolean;

export interface Page {
  readonly title: string;
  readonly guard: Guard;
  readonly shell: "auth" | "registration" | "dashboard" | "plain" | "by completion";
  readonly progress: number | null;
  /** One of D8's second list: VIEW_ONLY is redirected to the documents, HOLD to the hold page (D27). */
  readonly moneySide: boolean;
  /** The redirect of a depositor who fails the guard but satisfies this condition, instead of D7. */
  readonly otherwise?: { readonly when: Guard; readonly go: string };
}

const among = (value: string | null, ...values: readonly string[]): boolean => value !== null && values.includes(value);

const everyone: Guard = () => true;
const loggedIn: Guard = ({ token }) => token;
const loggedOut: Guard = ({ token }) => !token;
const isComplete = ({ step }: Depositor): boolean => step === "completed";
const isPassed = ({ status }: Depositor): boolean => among(status, "PASSED", "MANUALLY_REVIEWED");
const isBeingReviewed = ({ status }: Depositor): boolean => among(status, "IN_REVIEW", "FLAGGED", "ERRORED", "UNSUBMITTED");

const both =
  (...guards: readonly Guard[]): Guard =>
  (who, route) =>
    guards.every((guard) => guard(who, route));
const complete: Guard = both(loggedIn, isComplete);
const open: Guard = both(loggedIn, (who) => !isComplete(who));
const passed: Guard = both(loggedIn, isPassed);
const account: Guard = both(complete, isPassed);
const accountOrViewOnly: Guard = both(complete, (who) => isPassed(who) || who.status === "VIEW_ONLY");
const primary: Guard = both(loggedIn, (who) => who.primary === true);
const primaryPassed: Guard = both(primary, isPassed);
const at = (step: string): Guard => both(open, (who) => who.step === step);
const fundedOrComplete: Guard = both(loggedIn, (who) => who.transferAccepted || isComplete(who));
const mayMoveMoney: Guard = both(account, (who) => !who.relink);
const relink: Guard = both(loggedIn, (who) => who.relink);
const manualFunding: Guard = both(
  loggedIn,
  (who) =>
    who.status !== null &&
    !among(who.status, "ERRORED", "UNSUBMITTED", "FAILED") &&
    (isComplete(who) || among(who.step, "bank", "verified")),
);
const wizard: Guard = both(primaryPassed, (who) => who.joint === undefined || who.joint.status === "UNSUBMITTED");
const pendingSignup: Guard = both(primaryPassed, (who) => who.joint?.pendingSignup === true);
const given =
  (...keys: readonly string[]): Guard =>
  (_who, route) =>
    keys.every((key) => (route[key] ?? "") !== "");

const page = (title: string, shell: Page["shell"], guard: Guard, more: Partial<Page> = {}): Page => ({
  title,
  shell,
  guard,
  progress: null,
  moneySide: false,
  ...more,
});
const auth = (title: string, guard: Guard, progress: number | null = null): Page => page(title, "auth", guard, { progress });
const registration = (title: string, guard: Guard, progress: number | null = null): Page =>
  page(title, "registration", guard, { progress });
const money = (title: string, guard: Guard): Page => page(title, "dashboard", guard, { moneySide: true });
const dashboard = (title: string, guard: Guard): Page => page(title, "dashboard", guard);
const linking = (title: string, guard: Guard, progress: number | null = null): Page =>
  page(title, "by completion", guard, { progress, moneySide: true });

/** Every path of S2.1. Titles that the specification leaves open (D24) are the words chosen in `flows/`. */
export const PAGES: Readonly<Record<string, Page>> = {
  "/": auth("Log in", everyone),
  "/login": auth("Log in", everyone),
  "/login/entry": registration("Account status", loggedIn),
  "/login/choose-mfa": auth("Confirm it's you", loggedIn),
  "/login/forgot-password": auth("Forgot your password?", everyone),
  "/login/sent": auth("Check your email", (who) => who.resetEmail),
  "/login/reset-password": auth("Choose a new password", everyone),
  "/login/reset-password/failed": auth("Link expired", (who) => who.resetError),
  "/login/registration-home": registration("Registration Home", loggedIn),
  "/logout": page("Log out", "plain", everyone),
  "/email-verification": auth("Verify your email", everyone),
  "/email-verified": auth("Email verification", everyone),
  "/mfa-account-locked": auth("Sign-in locked", everyone),
  "/otp-verification": auth("Enter your code", loggedIn, 14),
  "/setup-mobile-mfa": auth("Set up your mobile phone", loggedIn, 7),
  "/funding-returned": registration(
    "Funding Returned",
    both(
      loggedIn,
      (who) => !who.transactions.some(({ status }) => status === "Settled"),
      (who) => who.transactions.some(({ status, return_code }) => status === "Returned" && (return_code ?? null) !== null),
      (who) => who.linked[0]?.status === "LOCKED",
    ),
  ),
  "/not-found": page("Not found", "plain", everyone),

  "/registration": auth("Registration", loggedOut, 0),
  "/registration/landing": registration("Open your savings account", open),
  "/registration/link-account-selection": registration(
    "Link your bank account",
    both(open, (who) => isPassed(who) || among(who.status, "FLAGGED", "IN_REVIEW")),
    56,
  ),
  "/registration/link-account-selection/failed": registration(
    "Account Selection Failed",
    both(open, (who) => who.linked.length === 0),
    56,
  ),
  "/registration/basic-information": registration("Basic information", at("basic"), 21),
  "/registration/address": registration("Address", at("address"), 28),
  "/registration/employer": registration("Employer", at("employer"), 35),
  "/registration/confirm-details": registration("Confirm details", at("confirmed"), 42),
  "/registration/additional-info": registration("Additional Information Required", both(loggedIn, isBeingReviewed)),
  "/registration/hold-account": registration(
    "Account on Hold",
    both(loggedIn, (who) => among(who.status, "FAILED", "VIEW_ONLY") || who.hold),
  ),
  "/registration/reviewing-account": registration("Reviewing your application", both(open, isBeingReviewed)),
  "/registration/passed": registration(
    "You're verified",
    both(open, (who) => isPassed(who) || who.status === "ACTIVE"),
    49,
  ),
  "/registration/duplicate-notification": registration(
    "You may already have an account",
    both(open, (who) => who.duplicateSsn),
  ),
  "/registration/cancel-account-open": registration("Cancel your application", open),
  "/registration/cancelled-account-open": registration("Application canceled", open),
  "/registration/message-center": registration("Message center", loggedIn),
  "/registration/message-center/add-new-message": registration("New message", loggedIn),

  "/manual-funding/banking-information": linking("Banking information", manualFunding, 63),
  "/manual-funding/microdeposits": linking("Microdeposits", manualFunding, 70),
  "/manual-funding/microdeposits/sent": linking("Deposits sent", manualFunding, 70),
  "/manual-funding/microdeposits/successful": linking("Account verified", manualFunding, 70),
  "/manual-funding/microdeposits/incorrect": linking("Amounts incorrect", manualFunding, 70),
  "/manual-funding/microdeposits/reissue": linking("Send new deposits", manualFunding, 70),

  "/relink/selection": linking("Link your bank account", loggedIn),
  "/relink/selection/failed": linking("Linking failed", relink),
  "/relink/manual/banking-information": linking("Banking information", relink),
  "/relink/manual/microdeposits": linking("Microdeposits", relink),
  "/relink/manual/microdeposits/sent": linking("Deposits sent", relink),
  "/relink/manual/microdeposits/successful": linking("Account verified", relink),
  "/relink/manual/microdeposits/reissue": linking("Send new deposits", relink),
  "/relink/manual/microdeposits/incorrect": linking("Amounts incorrect", relink),

  "/fund-account": registration(
    "Fund Account",
    both(open, (who) => who.fastlinkDone || among(who.step, "verified", "disclosures")),
    77,
  ),
  "/fund-account/disclosure": registration(
    "Disclosures",
    both(open, (who) => isPassed(who) || among(who.status, "FLAGGED", "IN_REVIEW")),
    84,
  ),
  "/fund-account/ready-to-fund": registration(
    "Ready to fund",
    both(at("disclosures"), (who) => who.status !== null && !isBeingReviewed(who) && who.status !== "FAILED"),
    91,
  ),
  "/fund-account/successful-fund": registration(
    "Your deposit is on its way",
    both(loggedIn, (who) => who.transferAccepted),
    100,
  ),

  "/dashboard": money(
    "Home",
    both(complete, (who) => isPassed(who) || who.status === "IN_REVIEW"),
  ),
  "/dashboard/transactions-list": money("Transactions", account),
  "/dashboard/transactions-list/details/:uuid": money("Transaction details", account),
  "/dashboard/documents": dashboard("Documents", accountOrViewOnly),
  "/dashboard/documents/statements": dashboard("Statements", accountOrViewOnly),
  "/dashboard/documents/taxes": dashboard("Tax documents", accountOrViewOnly),
  "/dashboard/alerts": money("Alerts", account),
  "/disclosures": dashboard("Signed disclosures", accountOrViewOnly),
  "/disclosures/view-disclosures/:uuid": dashboard("View disclosures", accountOrViewOnly),
  "/message-center": dashboard("Message center", loggedIn),
  "/message-center/add-new-message": dashboard("New message", loggedIn),
  "/faq": dashboard("Help & FAQs", loggedIn),

  "/my-account": dashboard("My Account", accountOrViewOnly),
  "/my-account/edit-user-info": dashboard("Edit contact details", accountOrViewOnly),
  "/my-account/edit-user-info/email": dashboard("Edit email", accountOrViewOnly),
  "/my-account/edit-user-info/phone": dashboard("Edit phone", accountOrViewOnly),
  "/my-account/otp-verification": {
    ...dashboard(
      "Enter your code",
      both(accountOrViewOnly, (_who, { mfaType }) => mfaType === "email" || mfaType === "phone"),
    ),
    otherwise: { when: accountOrViewOnly, go: "/my-account" },
  },
  "/my-account/edit-user-info/success": dashboard("Contact details", accountOrViewOnly),
  "/my-account/edit-user-info/failed": dashboard("Details not changed", accountOrViewOnly),

  "/beneficiary/add": money("Beneficiary", both(primary, fundedOrComplete)),
  "/beneficiary/remove": money("Beneficiary", loggedIn),
  "/beneficiary/success": money("Beneficiary", loggedIn),
  "/beneficiary/details": money(
    "Beneficiary",
    both(loggedIn, (who) => who.beneficiaries >= 1),
  ),
  "/beneficiary/list": money(
    "Beneficiary",
    both(loggedIn, (who) => who.beneficiaries >= 1),
  ),
  "/beneficiary/edit": money(
    "Beneficiary",
    both(primary, (who) => who.beneficiaries >= 1),
  ),
  "/beneficiary/update-allocations": money(
    "Update beneficiary allocations",
    both(primary, (who) => who.beneficiaries > 1),
  ),

  "/non-profit/select": money("Non-profit", fundedOrComplete),
  "/non-profit/success": money("Non-profit", fundedOrComplete),

  "/deposit": money("Deposit", mayMoveMoney),
  "/deposit/edit": money("Edit scheduled deposit", mayMoveMoney),
  // The titles of pages that confirm nothing, as nothing was done before.
  "/deposit/success": money("Deposit", mayMoveMoney),
  "/deposit/cancel-success": money("Deposit", mayMoveMoney),
  "/deposit/reschedule-success": money("Deposit", mayMoveMoney),
  "/withdraw": money(
    "Withdraw Funds",
    both(mayMoveMoney, (who) => (who.accounts[0]?.available_balance ?? 0) > 0),
  ),
  "/withdraw/close-success": money("Close account", mayMoveMoney),
  "/withdraw/success": money("Withdrawal", mayMoveMoney),

  "/joint-account": money("Add joint account holder", primaryPassed),
  "/joint-account/account-holder": money("Joint Accountholder", passed),
  "/joint-account/contact": money("Contact information", wizard),
  "/joint-account/personal-information": money("Personal information", wizard),
  "/joint-account/address-information": money("Address information", wizard),
  "/joint-account/occupation": money("Occupation", wizard),
  "/joint-account/confirm-details": money("Confirm details", wizard),
  "/joint-account/saved": money("Application saved", primaryPassed),
  "/joint-account/verify/success": money("Email verified", primaryPassed),
  "/joint-account/success": money("Joint account holder added", primaryPassed),
  "/joint-account/resume": money("Resume joint application", primaryPassed),
  "/joint-account/reviewing-account": money("Reviewing joint application", primaryPassed),
  "/joint-account/close-application": money("Cancel Joint Account Application", primaryPassed),
  "/joint-account/duplicate-notification": money(
    "Joint holder already has an account",
    both(primaryPassed, (who) => who.jointDuplicateSsn),
  ),
  "/joint-account/edit-email": money("Edit joint holder's email", pendingSignup),
  "/joint-account/edit-email/failed": money("Email not changed", pendingSignup),
  "/joint-account/edit-email/success": money("Email changed", pendingSignup),
  "/joint-account/onboarding": auth("Welcome", given("uuid", "hash")),
  "/joint-account/onboarding/ssn-verification": auth("Verify your identity", given("uuid", "hash")),
  "/joint-account/onboarding/locked-access": auth("Access locked", everyone),
  "/joint-account/onboarding/identity-verified": auth("Identity verified", given("email", "token")),
  "/joint-account/onboarding/create-password": auth("Create your password", given("email", "token")),
  "/joint-account/onboarding/password-success": auth("Password created", everyone),
  "/joint-account/onboarding/success": auth(
    "Welcome to your account",
    both(loggedIn, (who) => who.primary === false),
  ),
};

const NOT_FOUND = page("Not found", "plain", everyone);

/** The page of a path; a parameter matches one segment. */
function pageAt(path: string): Page {
  const exact = PAGES[path];
  if (exact !== undefined) return exact;
  const parametric = Object.keys(PAGES).find(
    (written) => written.includes(":") && new RegExp(`^${written.replace(/:\w+/g, "[^/]+")}$`).test(path),
  );
  return (parametric === undefined ? undefined : PAGES[parametric]) ?? NOT_FOUND;
}

function redirectOf(who: Depositor, asked: Page, route: RouteState): string | null {
  if (asked.moneySide && who.token && isComplete(who)) {
    if (who.status === "VIEW_ONLY") return "/dashboard/documents";
    if (who.hold) return "/registration/hold-account";
  }
  if (asked.guard(who, route)) return null;
  if (asked.otherwise?.when(who, route) === true) return asked.otherwise.go;
  return who.token ? "/not-found" : "/logout";
}

export interface Expected {
  readonly chain: readonly string[];
  readonly title: string;
  readonly layout: string;
  readonly progress: number | null;
  readonly nav: readonly string[];
}

const NAVIGATION = ["/dashboard", "/dashboard/transactions-list", "/dashboard/documents", "/dashboard/alerts", "/my-account"];

/** D45: the five in order, less those that are not open, and Alerts without alerts. */
function navigationOf(who: Depositor): readonly string[] {
  return NAVIGATION.filter((path) => redirectOf(who, pageAt(path), {}) === null && (path !== "/dashboard/alerts" || who.alerts > 0));
}

/** The final path of a depositor who requests a path. */
export function expected(who: Depositor, path: string, route: RouteState = {}): Expected {
  const chain = [path];
  let asked = pageAt(path);
  let next = redirectOf(who, asked, route);
  while (next !== null) {
    chain.push(next);
    asked = pageAt(next);
    next = redirectOf(who, asked, {});
  }
  const layout = asked.shell === "by completion" ? (isComplete(who) ? "dashboard" : "registration") : asked.shell;
  return { chain, title: asked.title, layout, progress: asked.progress, nav: layout === "dashboard" ? navigationOf(who) : [] };
}
