/** Exports the properties of a field's input that none of its calls reads, for the check of declared calls. */
import { type GraphQLField, getNullableType, isInputObjectType } from "graphql";
import type { DeclaredCall } from "../../language/declared-calls.js";
import type { Mapping } from "../../language/mapping.js";

export interface UnsentProperty {
  /** As `input.note`. */
  readonly path: string;
  readonly name: string;
}

/** The properties of input objects that no call reads: what a depositor enters there is lost. */
export function unsentInput(calls: readonly DeclaredCall[], field: GraphQLField<unknown, unknown>): readonly UnsentProperty[] {
  const read = calls.flatMap(readBy);
  return field.args.flatMap(({ name, type }) => {
    const input = getNullableType(type);
    if (!isInputObjectType(input)) return [];
    return Object.keys(input.getFields())
      .filter((key) => !read.some(([argument, property]) => argument === name && (property === undefined || property === key)))
      .map((key) => ({ path: `${name}.${key}`, name: key }));
  });
}

function readBy(call: DeclaredCall): readonly (readonly string[])[] {
  const written = [call.condition, call.each, call.path, call.body, call.idempotencyKey, call.selection];
  const values = [...call.headers, ...call.cookies].map(({ value }) => value);
  return [...written, ...values].flatMap((each) => (each === null ? [] : pathsIn(each.mapping, null)));
}

/** The paths of the arguments that an expression reads; `here` is the path of `$` in a block, null outside of one. */
function pathsIn(mapping: Mapping, here: readonly string[] | null): readonly (readonly string[])[] {
  switch (mapping.kind) {
    case "literal":
      return [];
    case "text":
      return mapping.parts.flatMap((part) => (typeof part === "string" ? [] : pathsIn(part, here)));
    case "list":
      return mapping.items.flatMap((item) => pathsIn(item, here));
    case "object":
      return mapping.fields.flatMap(({ value }) => pathsIn(value, here));
    case "either":
      return mapping.options.flatMap((option) => pathsIn(option, here));
    case "read": {
      const start = mapping.root === "$args" ? [] : mapping.root === "$" ? here : null;
      const method = mapping.steps.findIndex(({ kind }) => kind === "method");
      const keys = (method < 0 ? mapping.steps : mapping.steps.slice(0, method)).flatMap((step) =>
        step.kind === "key" ? [step.name] : [],
      );
      const path = start === null ? null : [...start, ...keys];
      const inMethods = mapping.steps.flatMap((step) => (step.kind === "method" ? step.args.flatMap((each) => pathsIn(each, null)) : []));
      if (mapping.select !== null && method < 0 && path !== null) return [...inMethods, ...pathsIn(mapping.select, path)];
      return [...inMethods, ...(path === null ? [] : [path])];
    }
  }
}
