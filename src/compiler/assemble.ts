/** Exports `assemble`: compiled parts in, the bundle out. */
import type {
  Bundle,
  BundleCore,
  BundleJourney,
  CompiledDecision,
  CompiledOperation,
  CompiledPredicate,
  Origin,
  ScreenContent,
  ScreenRoute,
  Text,
} from "../language/bundle.js";
import { bundleHash } from "../language/bundle-hash.js";
import { LANGUAGE } from "../language/definition.js";
import { hashText } from "../language/hash.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import type { Names, ScreenEntry } from "./compile-context.js";
import type { DecisionPart, Parts, ScreenPart } from "./compile-parts.js";
import { controlsOf } from "./controls.js";
import { contractsOf } from "./form-contracts.js";
import type { SliceDeclarations } from "./slices.js";

/** Only called when nothing was reported: every part conforms to its schema. */
export function assemble(parts: Parts, names: Names, slices: SliceDeclarations, slug: string): Bundle {
  const screens = [...names.screens.entries.values()];
  const routes = Object.fromEntries(screens.map((screen) => [screen.id, routeOf(screen, partOf(parts, screen))]));
  const journeys = journeysOf(screens, parts);
  const { app } = parts;
  const core: Omit<BundleCore, "hash"> = {
    language: LANGUAGE,
    brand: { ...parts.brand, slug },
    screens: routes,
    catchAll: screens.find((screen) => screen.paths.includes("*"))?.id ?? "",
    ...slices,
    predicates: Object.fromEntries(Object.entries(parts.predicates).map(([name, part]) => [name, part.logic])),
    decisions: Object.fromEntries(Object.entries(parts.decisions).map(([name, part]) => [name, decisionOf(name, part, names)])),
    gates: Object.fromEntries(
      Object.entries(app.gates).map(([name, gate]) => [name, { ...gate, at: placeOf(names.gates.entries.get(name)) }]),
    ),
    fallback: rowsOf(app.fallback, childOf(parts.appNode, "fallback")),
    durations: app.durations,
    polls: app.polls,
    failures: app.failures,
    actions: { ...app.events, ...app.actions },
    events: Object.keys(app.events),
    loads: app.loads,
    ...(app.lookups === undefined ? {} : { lookups: app.lookups }),
    startPages: Object.values(app.startPages),
    formats: { ...app.formats, locale: parts.brand.locale },
    shells: app.shells,
    stages: app.stages.order.map((key) => ({ key, ...entryOf(app.stages.items, key) })),
    ...(app.bar === undefined ? {} : { bar: app.bar }),
    navigation: app.navigation.order.map((key) => ({ key, ...entryOf(app.navigation.items, key) })),
    chrome: app.chrome,
    texts: app.texts,
    logoDecision: app.logoDecision,
    monitors: app.monitors,
    operations: Object.fromEntries(
      [...names.operations.entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, operation]) => [name, operationOf(operation)]),
    ),
    journeys: Object.keys(journeys).sort(),
  };
  const forms = contractsOf(parts.forms, journeys);
  const controls = Object.fromEntries(
    screens.map((screen) => [screen.id, controlsOf(parts.controls.get(screen.id) ?? [], contentOf(partOf(parts, screen)))]),
  );
  return { core: { ...core, hash: bundleHash({ core, journeys, forms }) }, journeys, forms, controls };
}

function partOf(parts: Parts, screen: ScreenEntry): ScreenPart {
  return parts.screens.get(screen.id) ?? {};
}

const NOWHERE: Origin = { file: "", line: 0, column: 0, layer: "base" };
const placeOf = (node: SourceNode | null | undefined): Origin => node?.at ?? NOWHERE;

function entryOf<T>(items: Readonly<Record<string, T>>, key: string): T {
  const item = items[key];
  if (item === undefined) throw new Error(`"${key}" is in the order and not among the items`);
  return item;
}

function rowsOf<T extends object>(rows: readonly T[], node: SourceNode | null): (T & { readonly key: string; readonly at: Origin })[] {
  const order = childOf(node, "order");
  const keys = order?.kind === "list" ? order.items.map((item) => textOf(item) ?? "") : [];
  return rows.map((row, index) => {
    const key = keys[index] ?? "";
    return { key, ...row, at: placeOf(childOf(node, "items", key)) };
  });
}

function routeOf(screen: ScreenEntry, part: ScreenPart): ScreenRoute {
  return {
    id: screen.id,
    journey: screen.journey,
    paths: screen.paths,
    title: part.title as Text,
    shell: part.shell as ScreenRoute["shell"],
    gates: (part.gates ?? []) as ScreenRoute["gates"],
    guard: part.guard as CompiledPredicate,
    fallback: rowsOf((part.fallback ?? []) as ScreenRoute["fallback"], childOf(screen.node, "fallback")),
    queryToState: (part.queryToState ?? []) as ScreenRoute["queryToState"],
    emailLink: (part.emailLink ?? null) as ScreenRoute["emailLink"],
    progress: (part.progress ?? null) as number | null,
    ...(part.bar === undefined ? {} : { bar: part.bar as CompiledPredicate }),
    prefetch: (part.prefetch ?? []) as ScreenRoute["prefetch"],
    at: screen.key,
  };
}

/** By the part, which most screens keep in the next compilation. */
const contents = new WeakMap<ScreenPart, ScreenContent>();

function contentOf(part: ScreenPart): ScreenContent {
  const content = contents.get(part) ?? writtenContent(part);
  contents.set(part, content);
  return content;
}

function writtenContent(part: ScreenPart): ScreenContent {
  return {
    data: (part.data ?? {}) as ScreenContent["data"],
    ...(part.heading === undefined ? {} : { heading: part.heading as Text }),
    body: part.body as ScreenContent["body"],
    actions: (part.actions ?? {}) as ScreenContent["actions"],
    onEnter: (part.onEnter ?? []) as ScreenContent["onEnter"],
    timers: (part.timers ?? {}) as ScreenContent["timers"],
    back: (part.back ?? []) as ScreenContent["back"],
    ...(part.end === undefined ? {} : { end: part.end as { readonly reason: string } }),
  };
}

function journeysOf(screens: readonly ScreenEntry[], parts: Parts): Record<string, BundleJourney> {
  const journeys: Record<string, BundleJourney> = {};
  for (const journey of [...new Set(screens.map((screen) => screen.journey))].sort()) {
    const own = screens.filter((screen) => screen.journey === journey);
    journeys[journey] = { journey, screens: Object.fromEntries(own.map((screen) => [screen.id, contentOf(partOf(parts, screen))])) };
  }
  return journeys;
}

function decisionOf(name: string, part: DecisionPart, names: Names): CompiledDecision {
  const rows = entriesOf(childOf(names.decisions.entries.get(name), "rows"));
  return {
    name,
    rows: part.order.map((key) => {
      const { waivers: _waivers, go, ...row } = entryOf(part.rows, key);
      const { path, state } = typeof go === "string" ? { path: go, state: undefined } : go;
      return {
        key,
        ...row,
        go: path,
        ...(state === undefined ? {} : { state }),
        at: rows.find(([one]) => one === key)?.[1].key ?? NOWHERE,
      };
    }),
    ...(part.precondition === undefined ? {} : { precondition: part.precondition }),
  };
}

function operationOf(operation: {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  readonly idempotencyKey: string | null;
  readonly journey: string;
  readonly fields: readonly string[];
  readonly rootFields: readonly string[];
}): CompiledOperation {
  const { name, kind, document, idempotencyKey, journey, fields } = operation;
  const aliased = kind === "query" ? operation.rootFields.filter((field) => !fields.includes(field)) : [];
  const key = idempotencyKey === null ? {} : { idempotencyKey };
  return { name, kind, document, hash: hashText(document), journey, fields, ...(aliased.length === 0 ? {} : { aliased }), ...key };
}
