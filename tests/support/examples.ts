/** Exports the examples of the language's schemas, each placed into its own screen beside the shipped flows. */
import { OPERATOR_TEXTS } from "../../src/cli/docs/reference-operators.js";
import { EFFECTS_EXAMPLE, OUTCOME_EXAMPLE } from "../../src/cli/docs/reference-topics.js";
import { type Language, type LanguageSchema, readLanguage } from "../../src/language/meta-schema.js";
import { CONDITION_OPERATORS } from "../../src/language/operators.js";
import type { FlowSource } from "../../src/language/source.js";

type Keywords = Readonly<Record<string, unknown>>;

/** An example: the path of its keyword in the schemas, and the screen that contains it. */
export interface Example {
  readonly keyword: string;
  readonly screen: Keywords;
}

const TEXT = { block: "text", markdown: "Hello." };
const TITLE = { text: "{title}", values: { title: { var: "item.uuid" } } };
const EMPTY = { text: "There is nothing here yet." };
const CONTROL = { label: "Continue", go: "/dashboard" };
const DOCUMENT = { title: TITLE, href: { text: "{href}", values: { href: { var: "item.href" } } } };
const COLUMN = { label: "Date", value: TITLE };
const ROWS = { items: { name: { label: "Name", value: "Dana" } } };
const FIELDS = {
  email: { label: "Email", autocomplete: "username", errors: { required: "Enter it.", maxLength: "Too long.", format: "Check it." } },
  password: {
    secret: true,
    label: "Password",
    autocomplete: "current-password",
    errors: { required: "Enter it.", minLength: "Enter it.", maxLength: "Too long." },
  },
};

/** One valid block of each kind, with the inner objects whose keywords have examples. */
const BLOCKS: Readonly<Record<string, Keywords>> = {
  aside: { heading: "About" },
  accordion: { items: { var: "faqs" }, item: { title: TITLE, text: "It is." }, empty: EMPTY },
  balance: { label: "Balance", amount: "1.00", facts: { items: { rate: { label: "Rate", value: "4%" } } } },
  chart: {
    heading: "Balance",
    points: { var: "accounts.0.history" },
    summary: "Your balance.",
    figures: { open: "Show as a table", date: "Date", balance: "Balance", interest: "Interest" },
    empty: EMPTY,
  },
  choice: { label: "Choose", options: { items: { one: CONTROL } } },
  controls: { control: CONTROL },
  documents: { items: { var: "statements" }, item: DOCUMENT, empty: EMPTY },
  form: { schema: "forms/credentials.json", submit: "save", submitLabel: "Continue", fields: { items: FIELDS } },
  group: { layout: "columns", body: { items: { text: TEXT } } },
  list: { items: { var: "messages" }, item: { title: TITLE }, empty: EMPTY },
  meter: { heading: "Insured", value: "1.00", limit: "2.00", text: "$1.00 of $2.00" },
  notice: { severity: "info", markdown: "Hello." },
  provider: { provider: "fastlink", config: { var: "data.fastlink" }, event: "save", exit: "giveUp", label: "Sign in to your bank" },
  shares: {
    heading: "Shares",
    items: { var: "beneficiaries" },
    item: { label: { text: "{name}", values: { name: { var: "item.uuid" } } }, value: { var: "item.allocation" } },
    total: "Total",
  },
  summary: { sections: { items: { one: { heading: "One", rows: ROWS } } } },
  table: { items: { var: "transactions" }, caption: "Transactions", columns: { items: { date: COLUMN } }, empty: EMPTY },
  text: TEXT,
  timeline: { heading: "Status", steps: { items: { sent: { label: "Sent", state: "done" } } } },
  waiting: { text: "Please wait." },
};

/** What the examples name on their own screen. */
const SCREEN = {
  title: "Example",
  shell: "plain",
  guard: true,
  data: { profile: { query: "Profile" }, fastlink: { query: "FastlinkConfig" } },
  actions: Object.fromEntries(
    ["save", "load", "askAgain", "giveUp", "stillWorking", "linked", "left", "goBack"].map((name) => [
      name,
      { then: { go: "/dashboard" } },
    ]),
  ),
};

const CALL = { call: "SaveStep", with: { next: "basic" } };
const CALLED = { ...CALL, then: undefined };

/** What a keyword needs beside it. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, Keywords>>>> = {
  screen: { emailLink: { queryToState: ["email", "token"] } },
  target: { params: { path: "/disclosures/view-disclosures/:uuid" } },
  actionDefinition: { with: CALLED, on: CALLED, optimistic: CALLED, silent: CALLED, call: { with: { next: "basic" } } },
  effect: {
    when: { go: "/dashboard" },
    fieldErrorsAt: { fieldErrors: { var: "error.errors" } },
    leaves: { go: "/dashboard" },
    where: { set: { "alerts[].read_at": { var: "now" } } },
  },
};

/** The action of a form sends its data. */
const SEND = { call: "Login", with: { form: { var: "form" } }, on: { ok: { go: "/dashboard" } } };

/** Every example that can be placed into a screen. */
export function examples(source: FlowSource): readonly Example[] {
  const language = readLanguage(source);
  const { $defs = {} } = language.file("flow.schema.json");
  const def = (name: string): LanguageSchema => $defs[name] ?? {};
  const action = (definition: Keywords): Keywords => ({ actions: { ...SCREEN.actions, example: definition } });
  // `fieldErrors` and `openProvider` read an answer, which exists only after a call.
  const effect = (keywords: Keywords): Keywords => {
    if ("fieldErrors" in keywords || "notifyError" in keywords) return action({ ...CALL, on: { "422": keywords } });
    return "openProvider" in keywords ? action({ call: "FastlinkConfig", on: { ok: keywords } }) : action({ then: keywords });
  };
  const inList = (control: Keywords): Keywords => block({ block: "list", ...BLOCKS.list, item: { title: TITLE, control } });
  const block = (keywords: Keywords): Keywords => ({ body: { items: { example: keywords } } });
  const places: readonly (readonly [name: string, schema: LanguageSchema, base: Keywords, place: (keywords: Keywords) => Keywords])[] = [
    ["screen", def("screen"), {}, (keywords) => keywords],
    ["dataDefinition", def("dataDefinition"), { query: "Profile" }, (keywords) => ({ data: { ...SCREEN.data, example: keywords } })],
    ["control", def("control"), CONTROL, inList],
    ["timer", def("timer"), { after: "notification", action: "save" }, (keywords) => ({ timers: { example: keywords } })],
    ["target", def("target"), { path: "/dashboard" }, (keywords) => inList({ label: "Continue", go: keywords })],
    ["actionDefinition", def("actionDefinition"), { then: { go: "/dashboard" } }, action],
    ["effect", def("effect"), {}, effect],
    ...language.blocks.map((kind): (typeof places)[number] => [
      `blocks/${kind}`,
      language.block(kind) ?? {},
      { block: kind, ...BLOCKS[kind] },
      kind === "form" ? (keywords) => ({ ...block(keywords), actions: { ...SCREEN.actions, save: SEND } }) : block,
    ]),
  ];
  const ofKeywords = places.flatMap(([name, schema, base, place]) =>
    variants(schema, base, language, BESIDE[name]).map(({ path, keywords }) => ({
      keyword: `${name}.${path}`,
      screen: { ...SCREEN, body: { items: {} }, ...place(keywords) },
    })),
  );
  const operators = Object.entries(OPERATOR_TEXTS).map(([name, { example: value }]): Example => {
    const screen = CONDITION_OPERATORS.has(name)
      ? { guard: value }
      : block({ block: "text", markdown: { text: "{value}", values: { value } } });
    return { keyword: `operator ${name}`, screen: { ...SCREEN, body: { items: {} }, ...screen } };
  });
  const send = { ...block({ block: "form", ...BLOCKS.form }), actions: { ...SCREEN.actions, save: OUTCOME_EXAMPLE } };
  const topics: readonly Example[] = [
    { keyword: "effects by key", screen: { ...SCREEN, body: { items: {} }, ...action({ then: EFFECTS_EXAMPLE }) } },
    { keyword: "outcomes of a call", screen: { ...SCREEN, ...send } },
  ];
  return [...ofKeywords, ...operators, ...topics];
}

interface Variant {
  readonly path: string;
  readonly keywords: Keywords;
}

/** The base with one keyword replaced by its example, for each keyword; those of inner objects that the base has, too. */
function variants(schema: LanguageSchema, base: Keywords, language: Language, beside: Readonly<Record<string, Keywords>> = {}): Variant[] {
  const { properties = {}, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([keyword, part]): Variant[] => {
    // An order names the items that are there: it has no example that fits others.
    if (keyword === "order" || keyword === "block") return [];
    const resolved = language.resolve(part);
    const written = base[keyword];
    const inner = part.$ref === undefined && isKeywords(written) ? variants(resolved, written, language) : [];
    return [
      ...(resolved.examples ?? []).map((example) => ({ path: keyword, keywords: { ...base, ...beside[keyword], [keyword]: example } })),
      ...inner.map(({ path, keywords }) => ({ path: `${keyword}.${path}`, keywords: { ...base, [keyword]: keywords } })),
    ].map(({ path, keywords }) => ({ path, keywords: withoutOthers(keyword, keywords) }));
  });
  // The keys of a collection without `items` take the same keywords as its items.
  if (typeof additionalProperties !== "object" || schema["x-kind"] === "ordered" || schema["x-kind"] === "body") return own;
  const [key, first] = Object.entries(base)[0] ?? [];
  if (key === undefined || !isKeywords(first)) return own;
  const inner = variants(language.resolve(additionalProperties), first, language);
  return [...own, ...inner.map(({ path, keywords }) => ({ path: `<name>.${path}`, keywords: { ...base, [key]: keywords } }))];
}

/** Keywords of which an object has exactly one. */
const EXCLUSIVE = [
  ["go", "action", "decide"],
  ["then", "call"],
  ["after", "every"],
  ["controls", "control"],
];

function withoutOthers(keyword: string, keywords: Keywords): Keywords {
  const group = EXCLUSIVE.find((names) => names.includes(keyword));
  return group === undefined
    ? keywords
    : Object.fromEntries(Object.entries(keywords).filter(([name]) => name === keyword || !group.includes(name)));
}

function isKeywords(value: unknown): value is Keywords {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
