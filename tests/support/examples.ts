/** Exports the examples of the language's schemas, each placed into a screen of its own beside the shipped flows. */
import { OPERATOR_TEXTS } from "../../src/cli/docs/reference-operators.js";
import { EFFECTS_EXAMPLE, OUTCOME_EXAMPLE } from "../../src/cli/docs/reference-topics.js";
import { type Language, type LanguageSchema, readLanguage } from "../../src/language/meta-schema.js";
import { CONDITION_OPERATORS } from "../../src/language/operators.js";
import type { FlowSource } from "../../src/language/source.js";

type Words = Readonly<Record<string, unknown>>;

/** An example: the path of its word in the schemas, and the screen that contains it. */
export interface Example {
  readonly word: string;
  readonly screen: Words;
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

/** One valid block of each kind, with the inner objects whose words have examples. */
const BLOCKS: Readonly<Record<string, Words>> = {
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

/** What a word needs beside it. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
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
  const action = (definition: Words): Words => ({ actions: { ...SCREEN.actions, example: definition } });
  // `fieldErrors` and `openProvider` read an answer, which exists only after a call.
  const effect = (words: Words): Words => {
    if ("fieldErrors" in words || "notifyError" in words) return action({ ...CALL, on: { "422": words } });
    return "openProvider" in words ? action({ call: "FastlinkConfig", on: { ok: words } }) : action({ then: words });
  };
  const inList = (control: Words): Words => block({ block: "list", ...BLOCKS.list, item: { title: TITLE, control } });
  const block = (words: Words): Words => ({ body: { items: { example: words } } });
  const places: readonly (readonly [name: string, schema: LanguageSchema, base: Words, place: (words: Words) => Words])[] = [
    ["screen", def("screen"), {}, (words) => words],
    ["dataDefinition", def("dataDefinition"), { query: "Profile" }, (words) => ({ data: { ...SCREEN.data, example: words } })],
    ["control", def("control"), CONTROL, inList],
    ["timer", def("timer"), { after: "notification", action: "save" }, (words) => ({ timers: { example: words } })],
    ["target", def("target"), { path: "/dashboard" }, (words) => inList({ label: "Continue", go: words })],
    ["actionDefinition", def("actionDefinition"), { then: { go: "/dashboard" } }, action],
    ["effect", def("effect"), {}, effect],
    ...language.blocks.map((kind): (typeof places)[number] => [
      `blocks/${kind}`,
      language.block(kind) ?? {},
      { block: kind, ...BLOCKS[kind] },
      kind === "form" ? (words) => ({ ...block(words), actions: { ...SCREEN.actions, save: SEND } }) : block,
    ]),
  ];
  const ofWords = places.flatMap(([name, schema, base, place]) =>
    variants(schema, base, language, BESIDE[name]).map(({ path, words }) => ({
      word: `${name}.${path}`,
      screen: { ...SCREEN, body: { items: {} }, ...place(words) },
    })),
  );
  const operators = Object.entries(OPERATOR_TEXTS).map(([name, { example: value }]): Example => {
    const screen = CONDITION_OPERATORS.has(name)
      ? { guard: value }
      : block({ block: "text", markdown: { text: "{value}", values: { value } } });
    return { word: `operator ${name}`, screen: { ...SCREEN, body: { items: {} }, ...screen } };
  });
  const send = { ...block({ block: "form", ...BLOCKS.form }), actions: { ...SCREEN.actions, save: OUTCOME_EXAMPLE } };
  const topics: readonly Example[] = [
    { word: "effects by key", screen: { ...SCREEN, body: { items: {} }, ...action({ then: EFFECTS_EXAMPLE }) } },
    { word: "outcomes of a call", screen: { ...SCREEN, ...send } },
  ];
  return [...ofWords, ...operators, ...topics];
}

interface Variant {
  readonly path: string;
  readonly words: Words;
}

/** The base with one word replaced by its example, for each word; those of inner objects that the base has, too. */
function variants(schema: LanguageSchema, base: Words, language: Language, beside: Readonly<Record<string, Words>> = {}): Variant[] {
  const { properties = {}, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([word, part]): Variant[] => {
    // An order names the items that are there: it has no example that fits others.
    if (word === "order" || word === "block") return [];
    const resolved = language.resolve(part);
    const written = base[word];
    const inner = part.$ref === undefined && isWords(written) ? variants(resolved, written, language) : [];
    return [
      ...(resolved.examples ?? []).map((example) => ({ path: word, words: { ...base, ...beside[word], [word]: example } })),
      ...inner.map(({ path, words }) => ({ path: `${word}.${path}`, words: { ...base, [word]: words } })),
    ].map(({ path, words }) => ({ path, words: withoutOthers(word, words) }));
  });
  // The keys of a collection without `items` take the same words as its items.
  if (typeof additionalProperties !== "object" || schema["x-kind"] === "ordered" || schema["x-kind"] === "body") return own;
  const [key, first] = Object.entries(base)[0] ?? [];
  if (key === undefined || !isWords(first)) return own;
  const inner = variants(language.resolve(additionalProperties), first, language);
  return [...own, ...inner.map(({ path, words }) => ({ path: `<name>.${path}`, words: { ...base, [key]: words } }))];
}

/** Words of which an object has exactly one. */
const EXCLUSIVE = [
  ["go", "action", "decide"],
  ["then", "call"],
  ["after", "every"],
  ["controls", "control"],
];

function withoutOthers(word: string, words: Words): Words {
  const group = EXCLUSIVE.find((names) => names.includes(word));
  return group === undefined ? words : Object.fromEntries(Object.entries(words).filter(([name]) => name === word || !group.includes(name)));
}

function isWords(value: unknown): value is Words {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
