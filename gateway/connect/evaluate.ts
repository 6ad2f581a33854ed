/**
 * Exports the compilation of mappings to functions, for the declared calls. Each mapping is compiled once, when the
 * schema is loaded.
 */
import type { Mapping, ObjectMapping, Root, Step } from "../../src/language/mapping.js";
import type { MappingMethodName } from "../../src/language/mapping-methods.js";
import { UpstreamFailed } from "../upstream/errors.js";
import { isJsonObject } from "../upstream/json-object.js";
import { MATCH_ANY, METHODS } from "./method-functions.js";

/** The values that an expression may read, by its first word. */
export type Scope = Readonly<Record<Root, unknown>>;
export type Evaluate = (scope: Scope) => unknown;

const NO_METHOD = (name: string) => () => {
  throw new Error(`the mapping language has no method ${name}`);
};

/** Compiles an expression. An error of the mapping itself throws when it is evaluated; `flows check` reports it before. */
export function compileMapping(mapping: Mapping): Evaluate {
  switch (mapping.kind) {
    case "literal":
      return () => mapping.value;
    case "text":
      return compileText(mapping.parts, encoderOf(mapping.parts));
    case "list": {
      const items = mapping.items.map(compileMapping);
      return (scope) => items.map((item) => item(scope));
    }
    case "object":
      return compileObject(mapping);
    case "either": {
      const options = mapping.options.map(compileMapping);
      return (scope) => {
        for (const option of options) {
          const value = option(scope) ?? null;
          if (value !== null) return value;
        }
        return null;
      };
    }
    case "read":
      return compileRead(mapping);
  }
}

/** In a path, values are percent-encoded; in other texts they are inserted as they are. */
function encoderOf([first]: readonly (string | Mapping)[]): (value: string) => string {
  return typeof first === "string" && first.startsWith("/") ? encodeURIComponent : (value) => value;
}

function compileText(parts: readonly (string | Mapping)[], encode: (value: string) => string): (scope: Scope) => string | null {
  const compiled = parts.map((part) => (typeof part === "string" ? part : compileMapping(part)));
  return (scope) => {
    let text = "";
    for (const part of compiled) {
      if (typeof part === "string") text += part;
      else {
        const value = part(scope) ?? null;
        if (value === null) return null;
        text += encode(String(value));
      }
    }
    return text;
  };
}

function compileObject({ fields }: ObjectMapping): Evaluate {
  const compiled = fields.map(({ name, value }) => [name, compileMapping(value)] as const);
  return (scope) => {
    const object: Record<string, unknown> = {};
    for (const [name, evaluate] of compiled) object[name] = evaluate(scope) ?? null;
    return object;
  };
}

function compileRead({ root, steps, select }: Extract<Mapping, { kind: "read" }>): Evaluate {
  const compiled = steps.map(compileStep);
  const selected = select === null ? null : compileObject(select);
  return (scope) => {
    let value = scope[root];
    for (const step of compiled) value = step(value, scope);
    return selected === null ? value : within(value, scope, selected);
  };
}

/** Evaluates a selection for an object, or for each object of a list. */
function within(value: unknown, scope: Scope, selected: Evaluate): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => within(item, scope, selected));
  // `$parent` is the object around this one, also through a list.
  return selected({ ...scope, $: value, "@": value, $parent: scope.$ });
}

function compileStep(step: Step): (value: unknown, scope: Scope) => unknown {
  if (step.kind === "key") return (value) => readKey(value, step.name);
  const method = Object.hasOwn(METHODS, step.name) ? METHODS[step.name as MappingMethodName] : NO_METHOD(step.name);
  if (step.name === "match") {
    const pairs = step.args.map(compilePair);
    return (value, scope) =>
      method(
        value,
        pairs.map((pair) => () => pair({ ...scope, "@": value })),
      );
  }
  const args = step.args.map(compileMapping);
  return (value, scope) =>
    method(
      value,
      args.map((argument) => (item) => argument({ ...scope, "@": item })),
    );
}

/** The result of a pair is evaluated only when the pair matches. */
function compilePair(pair: Mapping): (scope: Scope) => readonly [unknown, () => unknown] {
  if (pair.kind !== "list" || pair.items.length !== 2)
    return () => {
      throw new Error("match needs pairs: [value, result]");
    };
  const [candidate, result] = pair.items as readonly [Mapping, Mapping];
  const isAny = candidate.kind === "read" && candidate.root === "@" && candidate.steps.length === 0;
  const [compared, evaluated] = [compileMapping(candidate), compileMapping(result)];
  return (scope) => [isAny ? MATCH_ANY : (compared(scope) ?? null), () => evaluated(scope)];
}

function readKey(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => readKey(item, name));
  if (!isJsonObject(value)) throw new UpstreamFailed(502, `${name} is read of ${typeof value}, not of an object`);
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
