/** Exports example values by GraphQL type, for the mock. */

type Fields = Readonly<Record<string, unknown>>;

/** The lifetime of the mock's session. */
const SESSION_SECONDS = 12 * 60 * 60;

export interface Examples {
  /** An example by type name, for `@graphql-tools/mock`. */
  readonly byType: Readonly<Record<string, () => unknown>>;
  /** One object of a type; empty for a type without an example. */
  record(type: string): Fields;
  scalar(type: string): unknown;
}

/** Creates examples whose ids count up from one, so that lists have unique keys. */
export function createExamples(now: () => number = Date.now): Examples {
  const counters = new Map<string, number>();
  const nextNumber = (type: string): number => {
    const number = (counters.get(type) ?? 0) + 1;
    counters.set(type, number);
    return number;
  };
  const uuid = (type: string) => ({ uuid: `${type}-${nextNumber(type)}` });
  const documentExample = (type: string, title: string) => {
    const identity = uuid(type);
    return { ...identity, title, year: 2026, date_created: "2026-10-31T12:00:00Z", href: `/documents/${type}/${identity.uuid}` };
  };
  const objects: Readonly<Record<string, () => Fields>> = {
    Auth: () => ({
      bearerToken: "signed-in",
      session_id: "session-1",
      email: "d•••@example.com",
      phone: "(•••) •••-0134",
      nonceToken: "nonce-1",
      mfa: null,
      resetEmail: "d***@example.com",
      resetPasswordError: null,
      mfaRequired: true,
      loginSuccess: false,
      relink: false,
      expiresAt: new Date(now() + SESSION_SECONDS * 1000).toISOString(),
      attestedAt: null,
    }),
    AuthCheck: () => ({ token_duration: SESSION_SECONDS }),
    Progress: () => ({ depositor_id: "depositor-1", first_name: "Dana", is_primary: true }),
    User: () => ({ uuid: "user-1", email: "d•••@example.com", phone: "(•••) •••-0134" }),
    Profile: () => ({ ...PROFILE }),
    Account: () => ({
      ...uuid("account"),
      name: "High-yield savings",
      number_last4: "4021",
      available_balance: 1234.56,
      available: "1234.56",
      balance: "1234.56",
      apy: "4.08",
      rate: "4.00",
      as_of: "2026-11-20",
      interest_month: "4.11",
      interest_year: "48.20",
      pending_in: "0.00",
      pending_out: "0.00",
    }),
    BalancePoint: () => ({ date: nextNumber("point") % 2 ? "2026-09-30" : "2026-10-31", balance: "1234.56", interest: "4.11" }),
    LinkedAccount: () => ({
      ...uuid("linked"),
      status: "ACTIVE",
      link_type: "MANUAL",
      nickname: null,
      institution: "Good Bank",
      account_type: "checking",
      number_last4: "6789",
      attempts_left: 3,
      expires_at: null,
      expected_by: null,
      retries_left: null,
      reissues_left: null,
      relink_required: false,
    }),
    Transaction: () => ({ ...uuid("transaction"), status: "Settled", direction: "LinkedToPrimary", return_code: null }),
    Alert: () => ({ ...uuid("alert"), title: "An example alert", body: "This is what an alert says.", read_at: null }),
    Banner: () => ({ ...uuid("banner"), type: 0, message: "An example banner." }),
    Message: () => ({
      ...uuid("message"),
      subject: "An example message",
      category: null,
      body: "This is what a message says.",
      thread: { uuid: "message-1", messages: 1, unread: 0, newest: true },
      attachments: [],
    }),
    Disclosure: () => ({
      ...uuid("disclosure"),
      hash: "example",
      title: "An example disclosure",
      version: "1",
      attestation: "I have read this disclosure and agree to it.",
      attested_at: null,
      href: "/documents/disclosure/disclosure-1",
    }),
    TaxDocument: () => documentExample("tax", "Form 1099-INT"),
    Statement: () => ({ ...documentExample("statement", "October 2026"), month: 10 }),
    Faq: () => ({ ...uuid("faq"), question: "What does a question look like?", answer: "Like this one.", category: "Examples" }),
    Service: () => ({ available: true, notice: null }),
    Funding: () => ({ initial_amount: "500.00" }),
    Transfer: () => ({ status: "SUCCESS", message: null }),
    RequestStatus: () => ({ status: "SUCCESS", message: null }),
    FundingPreview: () => ({ debit_date: "2026-11-23", available_date: "2026-12-01" }),
    FastlinkConfig: () => ({ fastLinkURL: "http://mock.invalid/", accessToken: "example", params: {} }),
    Place: () => ({
      id: `place-${nextNumber("place")}`,
      street: PROFILE.street,
      city: PROFILE.city,
      state: PROFILE.state,
      zip: PROFILE.zip,
    }),
  };
  const scalars: Readonly<Record<string, () => unknown>> = {
    Money: () => "1234.56",
    Instant: () => new Date(now()).toISOString(),
    Date: () => "2026-11-21",
    JSON: () => ({}),
    Float: () => 1234.56,
    Int: () => 3,
    Boolean: () => true,
    String: () => "Example",
  };
  return {
    byType: { ...scalars, ...objects },
    record: (type) => objects[type]?.() ?? {},
    scalar: (type) => scalars[type]?.() ?? null,
  };
}

const PROFILE = {
  first_name: "Dana",
  middle_name: null,
  last_name: "Example",
  suffix: null,
  date_of_birth: "1985-04-15",
  ssn_last4: "6789",
  email: "dana@example.com",
  phone: "(•••) •••-0134",
  street: "12 Main Street",
  street2: null,
  city: "Springfield",
  state: "IL",
  zip: "62701",
  mailing_same: true,
  mailing_street: null,
  mailing_city: null,
  mailing_state: null,
  mailing_zip: null,
  employment_status: "employed",
  occupation: "Engineer",
  employer: "Example Inc.",
  income_source: "salary",
  custom_fields: {},
};
