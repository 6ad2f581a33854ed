/**
 * Exports `plainResolver` for the engine's benchmark: the resolver of a brand as somebody would write it by hand, one
 * function with plain JavaScript expressions for each guard. It is generated from the bundle, so that it decides the same;
 * the benchmark compares the two before it measures.
 */

import type { DepositorState, NavigationItem, Resolution } from "../src/engine/events.js";
import { formatText } from "../src/engine/format-text.js";
import type { BundleCore, CompiledPredicate, ScreenRoute } from "../src/language/bundle.js";
import type { Json } from "../src/language/definition.js";
import { operationOf } from "../src/language/operation.js";

type Facts = Readonly<Record<string, unknown>>;
type Redirect = NonNullable<Resolution["hops"][number]["redirect"]>;

interface PlainScreen {
  readonly id: string;
  readonly route: ScreenRoute;
  readonly redirect: (state: Facts, route: Facts, now: string) => Redirect | null;
  readonly shell: (state: Facts, route: Facts, now: string) => string;
}

export type PlainResolver = (state: DepositorState, path: string, now: string) => Omit<Resolution, "route" | "replace" | "params">;

/** `s.progress?.status`, `route.state?.from`, and in a list `item.read_at`. */
function read(path: string, root: string): string {
  const [first = "", ...rest] = path.split(".");
  const from = root !== "s" ? `${root}?.${first}` : ["route", "now"].includes(first) ? first : `s.${first}`;
  return [from, ...rest.map((key) => (/^\d/.test(key) ? `[${key}]` : key))].join("?.");
}

function expression(node: Json, root = "s"): string {
  const operation = operationOf(node);
  if (operation === null) return JSON.stringify(node);
  const { operator, operands } = operation;
  const [first = null, second = null, third = null] = operands;
  const of = (operand: Json) => expression(operand, root);
  switch (operator) {
    case "var":
      return root === "step" ? String(first) : `(${read(String(first), root)} ?? null)`;
    case "!!":
      return `truthy(${of(first)})`;
    case "!":
      return `!truthy(${of(first)})`;
    case "and":
      return `(${operands.map(of).join(" && ")})`;
    case "or":
      return `(${operands.map(of).join(" || ")})`;
    case "in":
      return `${of(second)}.includes(${of(first)})`;
    case "some":
      return `${of(first)}.some((item) => ${expression(second, "item")})`;
    case "none":
      return `!${of(first)}.some((item) => ${expression(second, "item")})`;
    case "filter":
      return `${of(first)}.filter((item) => ${expression(second, "item")})`;
    case "reduce":
      return `${of(first)}.reduce((accumulator, current) => ${expression(second, "step")}, ${of(third)})`;
    case "===":
    case "!==":
    case ">":
    case "+":
      return `(${of(first)} ${operator} ${of(second)})`;
    default:
      throw new Error(`The plain resolver has no ${operator}: add it to bench/plain-resolver.ts.`);
  }
}

const truthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const condition = (when: CompiledPredicate | undefined): string => (when === undefined ? "true" : expression(when.logic));

function compiled<Result>(body: string): (state: Facts, route: Facts, now: string) => Result {
  const make = new Function("truthy", `return (s, route, now) => { ${body} };`) as (
    with_: typeof truthy,
  ) => (s: Facts, route: Facts, now: string) => Result;
  return make(truthy);
}

function plainScreen(core: BundleCore, route: ScreenRoute): PlainScreen {
  const to = (redirect: Redirect): string => `return ${JSON.stringify(redirect)};`;
  const gates = route.gates.map((name) => {
    const gate = core.gates[name];
    if (gate === undefined) throw new Error(`There is no gate ${name}.`);
    return `if (${condition(gate.when)}) ${to({ by: "gate", name, to: gate.go })}`;
  });
  const own = route.fallback.map(
    ({ key, when, go }) => `if (${condition(when)}) ${to({ by: "fallback", name: `${route.id}.fallback "${key}"`, to: go })}`,
  );
  const app = core.fallback.map(
    ({ key, when, go }) => `if (${condition(when)}) ${to({ by: "app", name: `app.fallback "${key}"`, to: go })}`,
  );
  const lines = [...gates, `if (${condition(route.guard)}) return null;`, ...own, ...app];
  const shells = route.shell.map(({ when, use }) => `if (${condition(when)}) return ${JSON.stringify(use)};`);
  return { id: route.id, route, redirect: compiled(lines.join("\n")), shell: compiled(shells.join("\n")) };
}

/** The resolver of a brand for the paths without parameters. */
export function plainResolver(core: BundleCore): PlainResolver {
  const screens = new Map<string, PlainScreen>();
  for (const route of Object.values(core.screens)) for (const path of route.paths) screens.set(path, plainScreen(core, route));
  const screenAt = (path: string): PlainScreen => {
    const screen = screens.get(path);
    if (screen === undefined) throw new Error(`The plain resolver has no ${path}.`);
    return screen;
  };
  const entries = core.navigation.map((entry) => ({
    ...entry,
    target: screenAt(entry.path),
    holds: compiled<boolean>(`return ${condition(entry.when)};`),
    count: entry.badge === undefined ? () => 0 : compiled<number>(`return ${expression(entry.badge)};`),
  }));
  const routeAt = (path: string): Facts => ({ path, params: {}, search: "", state: null });
  const navigation = (state: DepositorState, route: Facts, now: string): readonly NavigationItem[] =>
    entries
      .filter(({ path, target, holds }) => holds(state, route, now) && target.redirect(state, routeAt(path), now) === null)
      .map(({ key, path, label, icon, count }) => ({
        key,
        path,
        label: formatText(label, state, core.formats),
        icon,
        badge: count(state, route, now),
      }));
  const stage = (progress: number | null): Resolution["stage"] => {
    const index = progress === null ? -1 : core.stages.findIndex(({ from, to }) => from <= progress && progress <= to);
    return index < 0 ? null : ((index + 1) as 1 | 2 | 3 | 4);
  };

  return (state, pathname, now) => {
    const hops: { path: string; screen: string; redirect: Redirect | null }[] = [];
    let path = pathname;
    for (;;) {
      const screen = screenAt(path);
      const route = routeAt(path);
      const redirect = screen.redirect(state, route, now);
      hops.push({ path, screen: screen.id, redirect });
      if (redirect === null) {
        const layout = screen.shell(state, route, now);
        const { progress, title } = screen.route;
        const nav = core.shells[layout]?.navigation === true ? navigation(state, route, now) : [];
        const chain = hops.map((hop) => hop.path);
        return {
          path,
          chain,
          hops,
          screen: screen.id,
          title: typeof title === "string" ? title : formatText(title, { ...state, now }, core.formats),
          layout,
          progress,
          stage: stage(progress),
          nav,
        };
      }
      path = redirect.to;
    }
  };
}
