/** Exports `migrate`: a file of language 1 rewritten to language 2, for `flows migrate`. Pure: text and names in, text out. */

import { type Branch, isBranch, isList, parseJson, printJson, type Tree } from "../json-tree.js";
import { effectsOf, rowsOf } from "./effects.js";

/** The data outside of the file that a rewrite depends on. */
export interface MigrationContext {
  /** Names of the queries whose answer has one field, with that field: `result` is its value now. */
  readonly queries: ReadonlyMap<string, string>;
  /** Whether a brand's overlay patches the controls under this path of keys, so that their keys must stay. */
  readonly patched?: (path: readonly string[]) => boolean;
}

type Rewrite = (tree: Tree, path: readonly string[]) => Tree;

/** The text of a file in language 2; null where the file is not written in language 1. */
export function migrate(file: string, text: string, context: MigrationContext): string | null {
  const root = parseJson(text);
  if (!isBranch(root) || root.get("language") !== 1) return null;
  const rewritten = put(rewriteFile(file, root, context), "language", 2);
  return printJson(file.endsWith("app.flow.json") ? new Map([...rewritten, ...declared()]) : rewritten);
}

/** The content of a file of language 1 in language 2; a file may be given in part. */
function rewriteFile(file: string, root: Branch, context: MigrationContext): Branch {
  const words = new Words(context);
  if (file.endsWith("/overlay.json")) return words.overlay(root);
  if (file.endsWith("app.flow.json")) return words.app(root);
  if (file.endsWith(".flow.json")) return at(root, "screens", (screens) => each(screens, [], words.screen));
  if (file.endsWith("decisions.json")) return at(root, "decisions", (all) => each(all, [], words.decision));
  if (file.endsWith("predicates.json")) return at(root, "predicates", (all) => each(all, [], words.renamed));
  if (file.endsWith("invariants.json")) return at(root, "invariants", (all) => each(all, [], words.invariant));
  return root;
}

/** The defaults of language 1 for every app, which language 2 declares. */
function declared(): Branch {
  const facts = {
    formats: {
      currency: "USD",
      timeZone: "UTC",
      date: { year: "numeric", month: "long", day: "numeric" },
      shortDate: { month: "short", day: "numeric" },
      dateTime: { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
      percent: { minimumFractionDigits: 2, maximumFractionDigits: 3 },
    },
    startPages: { login: "/", registration: "/registration" },
    shells: {
      auth: { width: "narrow" },
      registration: { width: "narrow" },
      dashboard: { width: "wide", navigation: true },
      plain: { width: "narrow" },
    },
  };
  return parseJson(JSON.stringify(facts)) as Branch;
}

/** The names in language 2 of the actions that the app itself raises. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ["logout", "logout"],
  ["contact", "contact"],
  ["logPageView", "pageView"],
  ["overtaken", "staleScreen"],
  ["dismissNotification", "dismissNotification"],
  ["dismissBanner", "dismissBanner"],
]);

/** Moves the actions that the app itself raises to `events`. */
function withEvents(app: Branch): Branch {
  const actions = app.get("actions");
  if (!isBranch(actions)) return app;
  const events = [...actions].flatMap(([name, action]) => {
    const event = EVENTS.get(name);
    return event === undefined ? [] : [[event, action] as const];
  });
  const others: Branch = new Map([...actions].filter(([name]) => !EVENTS.has(name)));
  const parts: Branch = new Map([...(events.length === 0 ? [] : [["events", new Map(events)] as const]), ["actions", others] as const]);
  return new Map([...app].flatMap(([word, part]) => (word === "actions" ? [...parts] : [[word, part] as const])));
}

function put(branch: Branch, key: string, value: Tree): Branch {
  return new Map([...branch].map(([one, part]) => [one, one === key ? value : part]));
}

/** Rewrites the value under a key, where there is one. */
function at(branch: Branch, key: string, rewrite: (tree: Tree) => Tree): Branch {
  const value = branch.get(key);
  return value === undefined || value === null ? branch : put(branch, key, rewrite(value));
}

function each(tree: Tree, path: readonly string[], rewrite: Rewrite): Tree {
  return isBranch(tree) ? new Map([...tree].map(([key, part]) => [key, rewrite(part, [...path, key])])) : tree;
}

function rename(tree: Tree, names: Readonly<Record<string, string>>): Tree {
  return isBranch(tree) ? new Map([...tree].map(([key, part]) => [names[key] ?? key, part])) : tree;
}

/** Whether an order names exactly the keys of the items. */
function sameKeys(order: readonly Tree[], items: Branch): boolean {
  return order.length === items.size && order.every((key) => typeof key === "string" && items.has(key));
}

/** The rewriting of each part of the language. */
class Words {
  readonly #context: MigrationContext;
  constructor(context: MigrationContext) {
    this.#context = context;
  }

  renamed: Rewrite = (tree) => rename(tree, { accept: "waivers" });

  overlay(root: Branch): Branch {
    const sections: readonly (readonly [string, (tree: Tree) => Tree])[] = [
      ["app", (tree) => (isBranch(tree) ? this.app(tree) : tree)],
      ["screens", (tree) => each(tree, [], this.screen)],
      ["decisions", (tree) => each(tree, [], this.decision)],
      ["predicates", (tree) => each(tree, [], this.renamed)],
    ];
    return sections.reduce((whole, [section, rewrite]) => at(whole, section, rewrite), root);
  }

  app(root: Branch): Branch {
    let app = rename(root, { otherwise: "fallback", words: "texts", accept: "waivers" }) as Branch;
    app = at(app, "fallback", (tree) => rowsOf(tree, "go"));
    app = at(app, "failures", (tree) => each(tree, [], effectsOf));
    app = at(app, "actions", (tree) => each(tree, [], this.#action));
    app = withEvents(app);
    app = at(app, "monitors", (tree) => each(tree, [], (monitor) => rename(monitor, { do: "action" })));
    app = at(app, "lookups", (tree) => rename(tree, { place: "address" }));
    app = at(app, "stages", (tree) => this.#ordered(tree, ["stages"], (item) => item));
    return at(app, "navigation", (tree) => this.#ordered(tree, ["navigation"], (item) => item));
  }

  decision: Rewrite = (tree, path) => {
    const renamed = rename(tree, { given: "precondition" });
    return isBranch(renamed)
      ? this.#ordered(
          at(renamed, "rows", (rows) => each(rows, [], this.renamed)),
          path,
          (item) => item,
          "rows",
        )
      : renamed;
  };

  invariant: Rewrite = (tree) => rename(tree, { leads: "redirectsTo", watched: "monitor" });

  screen: Rewrite = (tree, path) => {
    if (!isBranch(tree)) return tree;
    let screen = rename(tree, { otherwise: "fallback", lift: "queryToState", emailed: "emailLink", accept: "waivers" }) as Branch;
    screen = at(screen, "fallback", (rows) => rowsOf(rows, "go"));
    screen = at(screen, "shell", (rows) => rowsOf(rows, "use"));
    screen = at(screen, "back", (rows) => rowsOf(rows, "go"));
    screen = at(screen, "timers", (timers) => each(timers, [], (timer) => rename(timer, { do: "action" })));
    screen = at(screen, "actions", (actions) => each(actions, [], this.#action));
    return at(screen, "body", (body) => this.#ordered(body, [...path, "body"], this.#block));
  };

  #action: Rewrite = (tree) => {
    if (!isBranch(tree)) return tree;
    let action = this.#result(rename(tree, { accept: "waivers" }) as Branch) as Branch;
    action = at(action, "confirm", (confirm) => rename(confirm, { yes: "confirm", no: "cancel" }));
    action = silenced(action);
    for (const word of ["optimistic", "then"]) action = at(action, word, effectsOf);
    return at(action, "on", (on) => each(on, [], effectsOf));
  };

  /** `result` of a query with one field is the value of that field. */
  #result(action: Branch): Tree {
    const call = action.get("call");
    const field = typeof call === "string" ? this.#context.queries.get(call) : undefined;
    if (field === undefined) return action;
    const prefix = `result.${field}`;
    const read = (tree: Tree): Tree => {
      if (isList(tree)) return tree.map(read);
      if (!isBranch(tree)) return tree;
      return new Map([...tree].map(([key, part]) => [key, key === "var" ? path(part) : read(part)]));
    };
    const path = (tree: Tree): Tree => {
      if (isList(tree)) return tree.map((part, index) => (index === 0 ? path(part) : read(part)));
      if (typeof tree !== "string" || (tree !== prefix && !tree.startsWith(`${prefix}.`))) return tree;
      return `result${tree.slice(prefix.length)}`;
    };
    return read(action);
  }

  /** An ordered collection: writes the items in their `order` and removes `order`, except in an overlay, whose `order` names keys of the base too. */
  #ordered(tree: Tree, path: readonly string[], item: Rewrite, key = "items"): Tree {
    if (!isBranch(tree)) return tree;
    const items = tree.get(key);
    const order = tree.get("order");
    if (!isBranch(items) || !isList(order) || !sameKeys(order, items)) return at(tree, key, (all) => each(all, path, item));
    const sorted = new Map(order.map((one): [string, Tree] => [String(one), items.get(String(one)) ?? null]));
    const kept = new Map([...tree].filter(([word]) => word !== "order"));
    return put(kept, key, each(sorted, path, item));
  }

  #block: Rewrite = (tree, path) => {
    if (!isBranch(tree)) return tree;
    let block = rename(tree, {
      accept: "waivers",
      gist: "summary",
      ...(tree.get("block") === "provider" ? { silent: "unavailable" } : {}),
    }) as Branch;
    block = withoutMatches(block);
    block = this.#controls(block, path);
    block = at(block, "body", (body) => this.#ordered(body, [...path, "body"], this.#block));
    block = at(block, "fields", (fields) => this.#ordered(fields, [...path, "fields"], this.#field));
    for (const word of ["options", "facts", "columns"]) block = at(block, word, (all) => this.#ordered(all, path, (item) => item));
    block = at(block, "sections", (all) => this.#ordered(all, [...path, "sections"], this.#section));
    for (const word of ["item", "empty"])
      block = at(block, word, (part) => (isBranch(part) ? this.#controls(part, [...path, word]) : part));
    return block;
  };

  #section: Rewrite = (tree, path) =>
    isBranch(tree) ? at(tree, "rows", (rows) => this.#ordered(rows, [...path, "rows"], (row) => row)) : tree;

  #field: Rewrite = (tree) => {
    if (!isBranch(tree)) return tree;
    const field = rename(tree, { accept: "waivers", cautions: "warnings" }) as Branch;
    const shown = at(field, "warnings", (warnings) => this.#ordered(warnings, [], (warning) => warning));
    const widget = shown.get("widget");
    if (widget === "place") return rename(put(shown, "widget", "address"), { widget: "lookup" });
    const words = typeof widget === "string" ? WIDGETS[widget] : undefined;
    if (words === undefined) return shown;
    return new Map([...shown].flatMap((pair): (readonly [string, Tree])[] => (pair[0] === "widget" ? Object.entries(words) : [pair])));
  };

  /** Controls in their order; the only one without a key, where no overlay names it. */
  #controls(block: Branch, path: readonly string[]): Branch {
    const written = this.#ordered(block.get("controls") ?? null, path, (control) => control);
    const items = isBranch(written) ? written.get("items") : undefined;
    if (!isBranch(written) || !isBranch(items)) return block;
    const [control] = items.values();
    const single = written.size === 1 && items.size === 1 && isBranch(control) && this.#context.patched?.([...path, "controls"]) === false;
    return new Map(
      [...block].map(([key, part]): [string, Tree] =>
        key !== "controls" ? [key, part] : single ? ["control", control] : ["controls", written],
      ),
    );
  }
}

/** The widgets of language 1 for formats of the US, in general words. */
const WIDGETS: Readonly<Record<string, Readonly<Record<string, string | boolean>>>> = {
  phone: { mask: "(###) ###-####", maskPrefix: "1", inputMode: "tel" },
  zip: { mask: "#####-####", inputMode: "numeric" },
  ssn: { widget: "secret-number", mask: "###-##-####" },
  state: { widget: "select" },
  "routing-number": { widget: "digits", secret: true },
};

/** `matches` of a form as checks: each field with its pair is a check of the same key. */
function withoutMatches(block: Branch): Branch {
  const matches = block.get("matches");
  if (!isBranch(matches)) return block;
  const checks = new Map([...matches].map(([path, match]): [string, Tree] => [path, isBranch(match) ? checkOf(path, match) : match]));
  return new Map(
    [...block].map(([key, part]): [string, Tree] => (key === "matches" ? ["checks", new Map([["items", checks]])] : [key, part])),
  );
}

function checkOf(path: string, match: Branch): Branch {
  const other = match.get("field");
  const read = (field: string): Branch => new Map([["var", `form.${field}`]]);
  const equal = typeof other === "string" ? [["require", new Map([["===", [read(path), read(other)]]])] as const] : [];
  const error = match.get("error");
  // In an overlay, a pair may be patched in part.
  return new Map<string, Tree>([
    ...equal,
    ...(equal.length === 0 ? [] : [["field", path] as const]),
    ...(error === undefined ? [] : [["error", error] as const]),
  ]);
}

/** Outcomes with an empty list in an action that handles all of its failures silently. */
const MANY = ["500", "network", "timeout"];

/** `silent` in place of the empty lists of an action that handles every failure in silence; an empty `ok` goes. */
function silenced(action: Branch): Branch {
  const on = action.get("on");
  if (!isBranch(on)) return action;
  const empty = (outcome: string): boolean => {
    const effects = on.get(outcome);
    return isList(effects) && effects.length === 0;
  };
  const silent = empty("*") && MANY.some(empty);
  const kept = [...on].filter(([outcome]) => {
    const [status = "", code] = outcome.split(".");
    if (outcome === "ok") return !empty("ok");
    // An empty list of a code stays where its status has its own effects.
    return !silent || !empty(outcome) || status === "401" || (code !== undefined && on.has(status) && !empty(status));
  });
  const pairs = [...action].flatMap(([word, part]): [string, Tree][] => {
    if (word !== "on") return [[word, part]];
    return [
      ...(kept.length === 0 ? [] : [["on", new Map(kept)] as [string, Tree]]),
      ...(silent ? [["silent", true] as [string, Tree]] : []),
    ];
  });
  return new Map(pairs);
}
