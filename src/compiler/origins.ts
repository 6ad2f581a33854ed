/** Exports where values come from: a path of the state, or a field that an operation selects. For the compiler's types and readers. */
import type { FieldNode } from "graphql";
import type { Origin } from "../language/bundle.js";
import { ITEMS } from "../language/logic-reads.js";
import type { StaticType } from "../language/static-types.js";

/** The origin of a field that an operation selects: its place. A field of a fragment is one, whichever operation uses the fragment. */
export function selectionOrigin({ loc, name }: FieldNode): string {
  if (loc === undefined) throw new Error(`The selected field ${name.value} has no place: its operation was parsed without locations.`);
  return `${loc.source.name}:${loc.startToken.line}:${loc.startToken.column}`;
}

/** The place that {@link selectionOrigin} names. */
export function placeOf(origin: string): Origin {
  const [file = "", line, column] = origin.split(":");
  return { file, line: Number(line), column: Number(column), layer: "base" };
}

const STATE = "state ";

/** The origin of a value of the state. */
export function pathOrigin(path: string): string {
  return `${STATE}${path}`;
}

/** The path that an origin names; null for a selected field. */
export function pathOf(origin: string): string | null {
  return origin.startsWith(STATE) ? origin.slice(STATE.length) : null;
}

/** The type of the state, whose fields have their paths as origins. */
export function withPaths(type: StaticType, path = ""): StaticType {
  const properties = [...type.properties].map(([name, inner]) => [name, withPaths(inner, path === "" ? name : `${path}.${name}`)] as const);
  const items = type.items === null ? null : withPaths(type.items, `${path}${ITEMS}`);
  return { ...type, properties: new Map(properties), items, origins: new Set([pathOrigin(path)]) };
}

/** The origins of a value and of all its fields; `taken`: only of the fields that this type has. */
export function originsWithin(type: StaticType, taken: StaticType | null = null): readonly string[] {
  const whole = taken === null || taken.any;
  const inner = [...type.properties].flatMap(([name, field]) => {
    const other = whole ? null : taken.properties.get(name);
    return other === undefined ? [] : originsWithin(field, other);
  });
  return [...type.origins, ...inner, ...(type.items === null ? [] : originsWithin(type.items, whole ? null : taken.items))];
}
