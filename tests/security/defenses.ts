/** Exports the defenses whose tests must fail without them, for `removed-defenses.test.ts` and its configuration. */

export interface Defense {
  readonly name: string;
  readonly file: string;
  /** The code of the defense, once in the file, and what replaces it when it is removed. */
  readonly code: string;
  readonly without: string;
  /** The test that must fail; `title` is a part of its title. */
  readonly test: { readonly file: string; readonly title: string };
}

const sessions = "tests/security/sessions.test.ts";
const requests = "tests/security/requests.test.ts";
const ownership = "tests/security/ownership.test.ts";
const idempotency = "tests/security/idempotency.test.ts";
const attempts = "tests/security/attempts.test.ts";

export const DEFENSES: readonly Defense[] = [
  {
    name: "authentication: a field needs a session",
    file: "gateway/schema.ts",
    code: "if (authenticated && !context.session.signedIn) throw new Unauthorized();",
    without: "",
    test: { file: sessions, title: "is invalid with its cookie tampered with: first" },
  },
  {
    name: "authentication: a session that is idle expires",
    file: "gateway/session.ts",
    code: "|| now() - seenAt >= IDLE_LIMIT_MS",
    without: "",
    test: { file: sessions, title: "5.20 expires when idle" },
  },
  {
    name: "authentication: a session has an absolute limit",
    file: "gateway/session.ts",
    code: "now() - current.startedAt >= ABSOLUTE_LIMIT_MS ||",
    without: "",
    test: { file: sessions, title: "5.20 expires after the absolute limit" },
  },
  {
    name: "authentication: a session that signed out is invalid",
    file: "gateway/plugins/ended-sessions.ts",
    code: "request.sealedSession.delete();",
    without: "return;",
    test: { file: sessions, title: "5.21 ends the session for a copy of its cookies" },
  },
  {
    name: "authentication: the first phone of somebody without a second factor",
    file: "gateway/sandbox/one-time-codes.ts",
    code: "if (present !== null || (second_factor_at !== null && !isApplying))",
    without: "if (false)",
    test: { file: attempts, title: "is not named with the password alone" },
  },
  {
    name: "authentication: wrong codes lock the user",
    file: "gateway/sandbox/one-time-codes.ts",
    code: "code_failures: locks ? 0 : user.code_failures + 1,",
    without: "",
    test: { file: attempts, title: "lock the codes of the user, in any number of sessions" },
  },
  {
    name: "CSRF: a request needs the token",
    file: "gateway/graphql.ts",
    code: 'if (request.method === "POST") options.csrf.check(request);',
    without: "",
    test: { file: requests, title: "is required before any upstream call" },
  },
  {
    name: "CSRF: the gateway has signed the token for the session",
    file: "gateway/plugins/csrf.ts",
    code: "if (!isSignedFor(request.sessionInCookie, cookie)) throw new CsrfExpired();",
    without: "",
    test: { file: requests, title: "without the gateway's signature is rejected" },
  },
  {
    name: "CSRF: the signature covers the session",
    file: "gateway/plugins/csrf.ts",
    code: "JSON.stringify([nonce, sessionId])",
    without: "JSON.stringify([nonce])",
    test: { file: requests, title: "of another session, or of no session, is rejected" },
  },
  {
    name: "CSRF: a request of another site is rejected",
    file: "gateway/plugins/csrf.ts",
    code: "!sameOrigin || typeof header",
    without: "typeof header",
    test: { file: requests, title: "equal to the cookie, from another site" },
  },
  {
    name: "ownership: a request belongs to its depositor",
    file: "gateway/sandbox/requests.ts",
    code: '.where("id", "=", id).where("depositor_uuid", "=", depositor.uuid)',
    without: '.where("id", "=", id)',
    test: { file: ownership, title: "is as unknown to RequestStatus as a record that does not exist" },
  },
  {
    name: "ownership: a transfer belongs to its account",
    file: "gateway/sandbox/transfer-cancelling.ts",
    code: '.where("accounts.entity_uuid", "=", depositor.entity_uuid)',
    without: "",
    test: { file: ownership, title: "is as unknown to CancelTransfer as a record that does not exist" },
  },
  {
    name: "step-up: a change of beneficiaries needs a recent authentication",
    file: "gateway/sandbox/routes/related-parties.ts",
    code: "await requireRecentAuthentication(call.work, uuid);",
    without: "void uuid;",
    test: { file: "tests/security/bank-rules.test.ts", title: "needs a step-up code for AddBeneficiary" },
  },
  {
    name: "step-up: an authentication is recent for ten minutes",
    file: "gateway/sandbox/step-up.ts",
    code: '.where("authenticated_at", ">", validSince(work))',
    without: "",
    test: { file: "tests/security/bank-rules.test.ts", title: "needs a step-up code for SplitEqually" },
  },
  {
    name: "idempotency: a repeated request gets the first answer",
    file: "gateway/sandbox/idempotency.ts",
    code: "return answered(JSON.parse(known.answer) as StoredAnswer);",
    without: "",
    test: { file: idempotency, title: "5.32 a message takes effect once when its response is lost" },
  },
  {
    name: "idempotency: a key belongs to one request",
    file: "gateway/sandbox/idempotency.ts",
    code: "if (known.body_hash !== row.body_hash) throw differentRequest();",
    without: "",
    test: { file: idempotency, title: "with other files is rejected" },
  },
  {
    name: "sealing: each cookie has its own key",
    file: "gateway/plugins/session-cookies.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a part of the source
    code: "`seal ${cookie}`",
    without: '"seal"',
    test: { file: sessions, title: "of one cookie does not decrypt as another cookie" },
  },
  {
    name: "sealing: a session is valid for its own brand",
    file: "gateway/session.ts",
    code: "return found?.brand === brand && !sealed.deleted ? found : null;",
    without: "return found && !sealed.deleted ? found : null;",
    test: { file: sessions, title: "of one brand is invalid at another brand's host" },
  },
];
