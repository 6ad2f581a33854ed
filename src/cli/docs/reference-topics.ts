/** Exports the sections of the reference about rules that span several keywords: effects, outcomes, scopes, overlays, timers, state. */
import type { Json } from "../../language/definition.js";
import type { Language } from "../../language/meta-schema.js";
import type { Section } from "./section.js";

/** Keywords of an effect that are not effects themselves. */
const BESIDE = new Set(["when", "where", "silent"]);

/** Effects by key: the second is performed where the first is not. */
export const EFFECTS_EXAMPLE: Json = {
  items: { open: { when: "accountOpen", go: "/dashboard" }, else: { go: "/login" } },
};

/** The effects in the order in which they are performed: the order of the schema. */
export function effectSection(language: Language): Section {
  const { properties = {} } = language.file("flow.schema.json").$defs?.effect ?? {};
  const effects = Object.entries(properties).filter(([keyword]) => !BESIDE.has(keyword));
  return {
    level: 2,
    heading: "The order of effects",
    lines: [
      "One effect object may have several effect keywords. The runtime performs them in this order, whatever order they are written in. Each reads the state that the ones before it left.",
      "",
      ...effects.map(([keyword, schema], index) => `${index + 1}. \`${keyword}\`: ${language.resolve(schema).description ?? ""}`),
      "",
      "`when` is the condition of the whole object. Where several conditions are needed, write effects by key. The first `go` or `decide` that is performed ends the list.",
      "",
      "```json",
      JSON.stringify(EFFECTS_EXAMPLE, null, 2),
      "```",
      "",
      '`{"silent": true}` performs nothing: it marks a failure as handled.',
    ],
  };
}

export const SCOPES: Readonly<Record<string, string>> = {
  "(a slice)": 'The depositor\'s state, by slice: `{"var": "progress.first_name"}`. Everywhere.',
  now: "The instant, as text in ISO 8601. Everywhere but inside of `some`, `all`, `none`, `filter`, `map` and `reduce`, where `var` reads the item.",
  route:
    "`route.path`, `route.params`, `route.search` (text), and `route.state`: what the screen before passed. On screens and in decisions.",
  data: "The answers of the screen's queries: `data.<key>` is the value of the operation's only field, or the whole answer where it has several fields. On screens with `data`.",
  failed: "`failed.<key>` is the failed call of a query, null while there is none. A block that reads it handles that failure itself.",
  pending:
    "`pending.<action>` is true from the entry of the screen until the effects of this action of `onEnter` are done. At any other time it is null, even while a control has raised the same action. On screens with `onEnter`.",
  form: "The data of the form: what is sent, in an action that a form raises; what is typed so far, in the `when`, `warnings` and `checks` of its fields.",
  item: "The item of a list: in its title, texts, controls, and in the actions that they raise.",
  result:
    "The answer of a call, in the effects of `on.ok`: the value of the operation's only field, or the whole answer where it has several fields.",
  error:
    "The failure of a call, in the effects of its other outcomes, and of a query, in the app's `failures`: `error.status`, `error.code`, `error.message`, `error.errors` (a list of `path` and `message`), `error.request_id`, and `error.query`: the key of the query that failed, null for a call.",
};

export function scopeSection(): Section {
  return {
    level: 2,
    heading: "Scopes",
    lines: [
      '`{"var": "path"}` reads a value from these names.',
      "",
      "| Name | Contents, and where it can be read |",
      "|---|---|",
      ...Object.entries(SCOPES).map(([name, text]) => `| ${name.startsWith("(") ? name : `\`${name}\``} | ${text} |`),
    ],
  };
}

/** An action with the effects of its outcomes. */
export const OUTCOME_EXAMPLE: Json = {
  call: "Login",
  with: { form: { var: "form" } },
  on: { ok: { decide: "afterLogin" }, "422": { fieldErrors: { var: "error.errors" } }, "*": { notifyError: "error" } },
};

export function outcomeSection(): Section {
  return {
    level: 2,
    heading: "Outcomes of a call",
    lines: [
      "A call ends in one outcome. `on` of an action and `failures` of the app give the effects of each. An outcome is `ok`, a status with a code (`422.duplicate_ssn`), a status (`422`), `network` (no answer), `timeout` (no answer in time), or `*` (every failure).",
      "",
      "The runtime performs the first entry that matches a failure, in this order:",
      "",
      "1. the action's own `status.code`;",
      "2. the action's own `status`;",
      "3. the app's `status.code`;",
      "4. the app's `status`;",
      "5. the action's own `*`;",
      "6. the app's `*`.",
      "",
      'Beside `call`, `"silent": true` makes every failure without an entry of its own perform nothing, except those for which the app navigates: its entry for 401 ends the session, and 451 opens the page that says so.',
      "",
      "```json",
      JSON.stringify(OUTCOME_EXAMPLE, null, 2),
      "```",
    ],
  };
}

/** An overlay that changes a text and removes an item. */
export const OVERLAY_EXAMPLE: Json = {
  language: 2,
  screens: { login: { title: "Sign in" } },
  app: { navigation: { items: { transactions: null } } },
};

export function overlaySection(): Section {
  return {
    level: 2,
    heading: "What an overlay can do",
    lines: [
      "A brand's `overlay.json` changes the base with JSON Merge Patches ([RFC 7396](https://www.rfc-editor.org/rfc/rfc7396)). It writes only what differs. `schemas/overlay.schema.json` lets an editor complete the names of screens, items, actions, predicates, decisions and paths; `npm run flows -- docs` brings it up to date after a change of the base or of an overlay's own names.",
      "",
      "- **Change a keyword**: write it at its path. Objects merge; texts merge by `text` and `values`; conditions, values and lists are replaced whole.",
      "- **Remove**: `null` removes a keyword or an item, from `items` and from `order`.",
      "- **Add an item**: write it whole under a new key. Without an `order`, it comes last.",
      "- **Change the order**: write `order` with all keys.",
      '- **Remove a screen**: `null`, where the base says `"optional": true`, for the screen or in the `defaults` of its file. Invariants then apply to the remaining screens.',
      '- **Remove all screens of a feature**: `null` under a pattern, such as `"beneficiary.**": null`, which is the screen `beneficiary` and all below it. `flows check` names what else leads there ([an example](TUTORIAL-BRAND.md#8-switch-a-feature-off)).',
      "- **Add a screen**: write it whole under a new id. It belongs to a journey with the brand's name.",
      '- **Give a screen another address**: write both, `"path": ["/new", "/old"]`. A link to the old address still opens the screen.',
      "- **Swap or remove a page of a wizard**: change `order`, or set the step to `null`, in `wizards.<name>.steps`.",
      "- **Add a page to a wizard** whose pages follow each other in the browser alone, such as `joint`: add its screen and a step that names it. A wizard with `step` stores the step at the bank, which knows only its own steps: a page is added [in the base](TUTORIAL-BRAND.md#6-swap-two-pages).",
      "- **Change a field everywhere**: patch its type in `fields.types`; change it on one screen in the screen's `fields.items`.",
      "- **Change the rules of a form**: patch its JSON Schema in `schemas`.",
      '- **Add an option to a field**: its value in the `enum` of the form\'s schema, its text in `fields.options`. A summary reads the text with `{"entry": [list, value]}`.',
      '- **Give facts by key**, such as a phone number for each state: add a table to `app.tables`. A value reads it with `{"entry": [table, key]}`.',
      '- **Give a table or a list fixed rows**: its `items` are records, `[{"name": "Wire transfer", "fee": "25.00"}]`.',
      '- **Show something from one day to another**: `"when": {"and": [{">=": [{"var": "now"}, "2027-01-01T05:00:00Z"]}, {"<": [{"var": "now"}, "2027-02-01T05:00:00Z"]}]}`. A date may not decide which screens a depositor can see: `flows check` reports it.',
      "- **Show a field of an answer that the base does not select**: select it in the base's `flows/*.graphql`, as all brands send the same operations. `flows check` reports a field as unused only where no brand reads it.",
      '- **Notice changes of the base**: `"base": "<hash>"` beside a patch is the hash of what it changes. `flows check` reports the new hash when the base changes.',
      "",
      "```json",
      JSON.stringify(OVERLAY_EXAMPLE, null, 2),
      "```",
      "",
      "`flows check` reports a patch that changes nothing, a removal of what is not there, and every problem of the merged definition at the line of the overlay that causes it.",
    ],
  };
}

export function timeSection(): Section {
  return {
    level: 2,
    heading: "Timers, durations and polls",
    lines: [
      "`durations` and `polls` of the app file name every time. A timer of a screen raises an action `after` a duration, or `every` interval of a poll until a condition holds.",
      "",
      "- A duration is an ISO 8601 text of days, hours, minutes and seconds: `PT15M`, `PT0.8S`, `P1D`. The bundle contains milliseconds.",
      "- A poll waits `first`, then `factor` times as long before each further request, at most `max`. After `limit`, the timer raises its `limit` action.",
      "- While `until` holds, the poll pauses. When it no longer holds, the poll starts again with its whole limit.",
      "- `monitors` of the app file watch the whole session, on every screen: idle time, the end of a token.",
    ],
  };
}

interface Slice {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Slice>>;
  readonly items?: Slice;
  readonly "x-writable"?: boolean;
  readonly "x-persisted"?: string;
  readonly "x-reset"?: string;
}

/** The paths of a slice that the effect `set` may write. */
function writable(slice: Slice, path: string): string[] {
  const parts = [
    ...Object.entries(slice.properties ?? {}).flatMap(([name, part]) => writable(part, `${path}.${name}`)),
    ...(slice.items === undefined ? [] : writable(slice.items, `${path}[]`)),
  ];
  return slice["x-writable"] === true ? [path, ...parts] : parts;
}

export function stateSection(stateSchema: string): Section {
  const { properties = {}, $comment = "" } = JSON.parse(stateSchema) as Slice & { readonly $comment?: string };
  const rows = Object.entries(properties).map(([name, slice]) => {
    const paths = writable(slice, name).map((path) => `\`${path}\``);
    return `| \`${name}\` | ${slice.title ?? slice.description ?? ""} | ${slice["x-persisted"] ?? ""} | ${slice["x-reset"] ?? "cleared"} | ${paths.join(", ")} |`;
  });
  return {
    level: 2,
    heading: "State slices",
    lines: [
      "`schemas/state.schema.json` declares the depositor's state. To add a slice, add a property there: nothing else lists the slices.",
      "",
      $comment,
      "",
      '| Slice | What it is | Persisted | At `reset: "all"` | Paths that `set` may write |',
      "|---|---|---|---|---|",
      ...rows,
    ],
  };
}
