/** Exports the gallery's pages. */
import Ajv from "ajv";
import type { CompiledBlock, ValidatorFunctions } from "../../../src/language/bundle.js";
import type { Json } from "../../../src/language/definition.js";
import { ordered, paragraph } from "../../blocks/screen-fixture.js";
import type { GalleryPage } from "./frame.js";

const STEPS = 24;
const history: Json = Array.from({ length: STEPS }, (_, index) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index * 14)).toISOString().slice(0, 10),
  balance: String(8000 + index * 210 + (index % 5) * 340 - (index > 14 ? 900 : 0)),
  interest: (index * 27.31).toFixed(2),
}));

const basic = {
  $id: "forms/basic.json",
  type: "object",
  required: ["first_name", "last_name", "date_of_birth", "ssn", "status", "agree"],
  properties: {
    first_name: { type: "string", minLength: 1 },
    middle_name: { type: "string" },
    last_name: { type: "string", minLength: 1 },
    date_of_birth: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    ssn: { type: "string", pattern: "^\\d{9}$" },
    phone: { type: "string" },
    state: { type: "string" },
    zip: { type: "string" },
    initial_amount: { type: "string" },
    status: { type: "string", enum: ["employed", "self_employed", "retired"] },
    password: { type: "string" },
    agree: { type: "boolean", const: true },
  },
} as const;

const field = (label: string) => ({ label, secret: false, errors: {} });

const form: CompiledBlock = {
  key: "form",
  block: "form",
  schemaId: basic.$id,
  schema: basic as unknown as Json,
  uiSchema: {
    first_name: { "ui:title": "First name", "ui:autocomplete": "given-name", "ui:options": { width: "half" } },
    middle_name: { "ui:title": "Middle name", "ui:options": { width: "half" } },
    last_name: { "ui:title": "Last name" },
    date_of_birth: { "ui:title": "Date of birth", "ui:widget": "date", "ui:options": { width: "half" } },
    ssn: {
      "ui:title": "Social Security number",
      "ui:widget": "secret-number",
      "ui:help": "We use it to confirm who you are. It never affects your credit.",
      "ui:options": { width: "half", mask: "###-##-####" },
    },
    phone: { "ui:title": "Mobile phone number", "ui:options": { mask: "(###) ###-####", maskPrefix: "1", inputMode: "tel" } },
    state: { "ui:title": "State", "ui:widget": "select", "ui:options": { width: "half" } },
    zip: { "ui:title": "ZIP code", "ui:options": { width: "half", mask: "#####-####", inputMode: "numeric" } },
    initial_amount: { "ui:title": "Opening deposit", "ui:widget": "money", "ui:help": "From $1 to $100,000." },
    status: { "ui:title": "Employment", "ui:widget": "radio", "ui:enumNames": ["Employed", "Self-employed", "Retired"] },
    password: { "ui:title": "Password", "ui:widget": "new-password" },
    agree: { "ui:title": "I agree to the terms and the privacy notice", "ui:widget": "checkbox" },
  },
  fields: ordered(
    Object.fromEntries(Object.keys(basic.properties).map((name) => [name, field(name.replaceAll("_", " "))])),
  ) as unknown as Json,
  submit: "save",
  submitLabel: "Continue",
  controls: ordered({ cancel: { label: "Save and finish later", go: "/later", style: "link" } }),
};

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
const validators = { [basic.$id]: { [basic.$id]: ajv.compile(basic) } as unknown as ValidatorFunctions };

const documents = [
  { uuid: "1", hash: "a", title: "Account agreement", version: "Version 4, January 2026" },
  { uuid: "2", hash: "b", title: "Truth in Savings disclosure", version: "Version 2, March 2026" },
  { uuid: "3", hash: "c", title: "Electronic fund transfers", version: "Version 1, January 2026" },
];

const transactions = [
  { uuid: "1", title: "Deposit from Good Bank ••6789", meta: "November 19, 2026 · Settled", amount: "+$2,500.00", tone: "positive" },
  { uuid: "2", title: "Interest for October", meta: "October 31, 2026", amount: "+$41.08", tone: "positive" },
  { uuid: "3", title: "Withdrawal to Good Bank ••6789", meta: "October 21, 2026 · Settled", amount: "−$900.00", tone: null },
];

const words = (name: string): Json => ({ var: `item.${name}` });
const itemText = (name: string) => ({ icu: [{ type: 1, value: "x" }], values: { x: words(name) } });

const list = (items: Json): CompiledBlock => ({
  key: "latest",
  block: "list",
  heading: "Latest transactions",
  items,
  item: { title: itemText("title"), meta: itemText("meta"), value: itemText("amount"), tone: words("tone") },
  empty: {
    text: "Nothing has come in or gone out yet. Your first deposit will appear here.",
    controls: ordered({ deposit: { label: "Make a deposit", go: "/deposit", style: "secondary" } }),
  },
  more: { label: "All transactions", go: "/dashboard/transactions-list" },
});

const balance = (amount: string): CompiledBlock => ({
  key: "balance",
  block: "balance",
  label: "High-yield savings ••4821",
  amount,
  facts: ordered({
    apy: { label: "Annual percentage yield", value: "4.08%" },
    month: { label: "Interest this month", value: "$28.14" },
    year: { label: "Interest this year", value: "$402.77" },
    coming: { label: "Pending deposits", value: "$2,500.00" },
  }),
  controls: ordered({
    deposit: { label: "Deposit", go: "/deposit", style: "primary", icon: "plus" },
    withdraw: { label: "Withdraw", go: "/withdraw", style: "secondary", icon: "exchange" },
  }),
});

const text = (key: string, tone: string, said: string): CompiledBlock => ({ key, block: "text", tone, markdown: paragraph(said) });

export const PAGES: Readonly<Record<string, GalleryPage>> = {
  form: {
    title: "Tell us about yourself",
    layout: "registration",
    stage: 2,
    percent: 21,
    screen: { validators },
    body: [
      text("lead", "lead", "As it appears on your passport or driver’s license. It takes about two minutes."),
      form,
      text(
        "legal",
        "legal",
        "IMPORTANT INFORMATION ABOUT PROCEDURES FOR OPENING A NEW ACCOUNT. To help the government fight the funding of terrorism and money laundering activities, Federal law requires all financial institutions to obtain, verify, and record information that identifies each person who opens an account.",
      ),
    ],
  },
  review: {
    title: "Check your details",
    layout: "registration",
    stage: 2,
    percent: 42,
    notification: "Your address was saved.",
    body: [
      text("lead", "lead", "Please read everything once more before we confirm who you are."),
      {
        key: "summary",
        block: "summary",
        sections: ordered({
          you: {
            heading: "You",
            control: { label: "Edit", go: "/basic" },
            rows: ordered({
              name: { label: "Name", value: "Ada Lovelace" },
              born: { label: "Date of birth", value: "December 10, 1985" },
              ssn: { label: "Social Security number", value: "•••-••-6789" },
            }),
          },
          home: {
            heading: "Address",
            control: { label: "Edit", go: "/address" },
            rows: ordered({
              street: { label: "Street", value: "12 St. James Square, Apartment 4" },
              city: { label: "City", value: "Portland, OR 97201" },
            }),
          },
        }),
      },
      {
        key: "notice",
        block: "notice",
        severity: "info",
        heading: "What happens next",
        markdown: paragraph(
          "We check your details with a consumer reporting agency. This takes a few seconds and does not affect your credit score.",
        ),
      },
      {
        key: "warn",
        block: "notice",
        severity: "warning",
        heading: "Your session ends soon",
        markdown: paragraph("For your safety we sign you out in two minutes."),
        controls: ordered({ stay: { label: "Stay signed in", action: "stay", style: "secondary" } }),
      },
      {
        key: "controls",
        block: "controls",
        controls: ordered({
          go: { label: "Continue", action: "go", style: "primary" },
          cancel: { label: "Cancel", go: "/x", style: "link" },
          close: { label: "Close application", action: "close", style: "danger" },
        }),
      },
    ],
    screen: { pending: [] },
  },
  choice: {
    title: "Link your bank account",
    layout: "registration",
    stage: 3,
    percent: 56,
    body: [
      text("lead", "lead", "This is the account that your deposits come from and your withdrawals go to."),
      {
        key: "how",
        block: "choice",
        label: "How would you like to link it?",
        options: ordered({
          fast: { label: "Sign in to your bank", description: "Usually linked within a minute.", icon: "flash", action: "choose" },
          manual: {
            label: "Enter your account number",
            description: "We send two small deposits. This takes 1 to 3 banking days.",
            icon: "bank-account",
            go: "/manual",
          },
        }),
      },
      { key: "waiting", block: "waiting", text: "We are waiting for your bank. This usually takes a few seconds." },
    ],
  },
  documents: {
    title: "Disclosures",
    layout: "registration",
    stage: 4,
    percent: 84,
    screen: { scope: { data: { documents } } },
    body: [
      {
        key: "documents",
        block: "documents",
        items: { var: "data.documents" },
        item: { title: itemText("title"), meta: itemText("version"), href: "/documents/1" },
        attest: {
          label: "I have read and agree to this document",
          submitLabel: "Agree and continue",
          action: "attest",
          error: "Please open this document and tick the box to go on.",
        },
        empty: { text: "There is nothing to agree to." },
      },
    ],
  },
  dashboard: {
    title: "Welcome back, Ada",
    layout: "dashboard",
    screen: { scope: { data: { history, transactions } } },
    body: [
      balance("$12,480.55"),
      {
        key: "columns",
        block: "group",
        layout: "columns",
        body: [
          {
            key: "chart",
            block: "chart",
            heading: "Your balance this year",
            points: { var: "data.history" },
            empty: { text: "Your chart begins with your first deposit." },
          },
          list({ var: "data.transactions" }),
        ],
      },
    ],
  },
  empty: {
    title: "Welcome, Ada",
    layout: "dashboard",
    body: [
      balance("$0.00"),
      {
        key: "columns",
        block: "group",
        layout: "columns",
        body: [
          {
            key: "chart",
            block: "chart",
            heading: "Your balance this year",
            points: [],
            empty: { text: "Your chart begins with your first deposit." },
          },
          list([]),
        ],
      },
    ],
  },
};
