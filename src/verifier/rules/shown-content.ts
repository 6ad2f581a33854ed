/** Exports the part of the rule `predicate-constant` about conditions of a body: content that nobody sees. */
import type { CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { ITEMS, literalsIn, pathsRead } from "../../language/logic-reads.js";
import { operationOf, plainPath } from "../../language/operation.js";
import { test } from "../../language/predicate.js";
import { evaluateThreeValued } from "../../language/three-valued.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { abstractionOf } from "../abstraction/operator-encodings.js";
import { scopeWith } from "../abstraction/state-classes.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Bdd, FALSE, TRUE } from "../bdd/diagrams.js";

/** A condition that holds for nobody: `alone`, or only together with the conditions around it. */
export interface NeverShown {
  readonly predicate: CompiledPredicate;
  readonly alone: boolean;
}

const isPredicate = (node: object): node is CompiledPredicate => "logic" in node && "named" in node && "at" in node;
// A literal is intended to be constant.
const isCondition = (node: unknown): node is CompiledPredicate =>
  typeof node === "object" && node !== null && isPredicate(node) && operationOf(node.logic) !== null;

/** The conditions of a body at any depth that nobody in `admitted` meets, given those around them and the filter of their list; nothing inside of such a part. */
export function neverShown(body: unknown, admitted: Bdd, space: StateSpace): readonly NeverShown[] {
  const found: NeverShown[] = [];
  const isNever = (conditions: readonly CompiledPredicate[]): boolean => holdTogether(conditions, admitted, space) === FALSE;
  const check = (predicate: CompiledPredicate, around: readonly CompiledPredicate[], filter: Json): boolean => {
    const conditions = [...around, predicate];
    const never = isNever(conditions) || excludesAll(filter, conditions);
    if (never) found.push({ predicate, alone: isNever([predicate]) });
    return never;
  };
  // `filter`: the condition that the entries of the innermost list meet; null where it has none.
  const walk = (node: unknown, outer: readonly CompiledPredicate[], filter: Json): void => {
    if (typeof node !== "object" || node === null) return;
    if (isPredicate(node)) return void (isCondition(node) && check(node, outer, filter));
    const own = "when" in node && isCondition(node.when) ? node.when : null;
    if (own !== null && check(own, outer, filter)) return;
    const around = own === null ? outer : [...outer, own];
    const list = "block" in node && "items" in node ? operationOf(node.items as Json) : null;
    const inner = list === null ? filter : list.operator === "filter" ? (list.operands[1] ?? null) : null;
    for (const [key, part] of Object.entries(node)) if (key !== "when" || own === null) walk(part, around, inner);
  };
  walk(body, [], null);
  return found;
}

/** Combinations of values of an entry that are tried: with more, its fields count as unknown. */
const TRIED = 10_000;

/** Whether conditions exclude every entry that a filter leaves, as far as the values of the fields that both read decide it. */
function excludesAll(filter: Json, conditions: readonly CompiledPredicate[]): boolean {
  if (filter === null) return false;
  const logics = conditions.map(({ logic }) => logic);
  const fields = pathsRead(filter).filter((field) => logics.some((logic) => pathsRead(logic).includes(`item.${field}`)));
  const values = fields.flatMap((field): (readonly [string, readonly Json[]])[] => {
    const atoms = [...atomsReading(field, filter), ...logics.flatMap((logic) => atomsReading(`item.${field}`, logic))];
    const isDecided = atoms.every((atom) => isDecidedBy(field, atom) || isDecidedBy(`item.${field}`, atom));
    return isDecided ? [[field, valuesFor(atoms)]] : [];
  });
  if (values.length === 0 || values.reduce((count, [, all]) => count * all.length, 1) > TRIED) return false;
  const entries = values.reduce(
    (made: readonly (readonly (readonly [string, Json])[])[], [field, all]) =>
      made.flatMap((one) => all.map((value) => [...one, [field, value] as const])),
    [[]],
  );
  const known = new Set(values.map(([field]) => field));
  const isItem = (path: string): boolean => path.startsWith("item.") && known.has(path.slice("item.".length));
  return entries.every((entry) => {
    if (evaluateThreeValued(filter, scopeWith(entry), (path) => known.has(path)) === false) return true;
    const scope = scopeWith(entry.map(([field, value]) => [`item.${field}`, value]));
    return logics.some((logic) => evaluateThreeValued(logic, scope, isItem) === false);
  });
}

/** The smallest parts of a condition that read a path. */
function atomsReading(path: string, logic: Json): readonly Json[] {
  const operation = abstractionOf(logic);
  if (operation?.abstraction.kind === "connective") return operation.operands.flatMap((part) => atomsReading(path, part));
  return pathsRead(logic).includes(path) ? [logic] : [];
}

/** The states in which conditions hold together, for values of the free inputs that one answer, form or item can have. */
function holdTogether(conditions: readonly CompiledPredicate[], admitted: Bdd, space: StateSpace): Bdd {
  const { bdd } = space;
  const all = bdd.all([admitted, ...conditions.map(({ logic }) => space.holds(logic))]);
  const paths = new Set(conditions.flatMap(({ logic }) => pathsRead(logic)).filter(isFreeInput));
  return [...paths].reduce((set, path) => (set === FALSE ? FALSE : bdd.and(set, consistentAt(path, space))), all);
}

const known = new WeakMap<StateSpace, Map<string, Bdd>>();

/**
 * The valuations of the atoms over a free input that one of its values has: the state space takes each atom as possible on
 * its own, and no value is two constants. Atoms that `classesOf` does not cover stay free.
 */
function consistentAt(path: string, space: StateSpace): Bdd {
  const { bdd } = space;
  const all = known.get(space) ?? new Map<string, Bdd>();
  known.set(space, all);
  const cached = all.get(path);
  if (cached !== undefined) return cached;
  const atoms = space.variables
    .flatMap(({ role, name }) => (role === "free" ? [JSON.parse(name) as Json] : []))
    .filter((atom) => isDecidedBy(path, atom));
  const made =
    atoms.length === 0
      ? TRUE
      : bdd.any(
          valuesFor(atoms).map((value) =>
            bdd.all(
              atoms.map((atom) => {
                const holds = space.holds(atom);
                return test(atom, scopeWith([[path, value]])) ? holds : bdd.not(holds);
              }),
            ),
          ),
        );
  all.set(path, made);
  return made;
}

const EQUALITY: ReadonlySet<string> = new Set(["===", "!==", "==", "!="]);
const isConstant = (node: Json): boolean => typeof node !== "object" || node === null;

/** Whether an atom asks for the truth of a value, or compares it with constants for equality: `valuesFor` decides it. */
function isDecidedBy(path: string, atom: Json): boolean {
  if (path.includes(ITEMS)) return false;
  if (plainPath(atom) === path) return true;
  const { operator, operands } = operationOf(atom) ?? { operator: "", operands: [] };
  const others = operands.filter((operand) => plainPath(operand) !== path);
  if (others.length !== 1 || operands.length !== 2) return false;
  if (EQUALITY.has(operator)) return others.every(isConstant);
  const [, list] = operands;
  return operator === "in" && Array.isArray(list) && list.every(isConstant);
}

/** A value of each class that such atoms distinguish: their constants, in every type that `==` takes for the same, and others. */
function valuesFor(atoms: readonly Json[]): readonly Json[] {
  const literals = atoms.flatMap(literalsIn).filter((one) => one !== null);
  const alike = literals.flatMap((one) => [one, String(one), Number(one)]).filter((one) => !Number.isNaN(one));
  const text = `x${alike.filter((one) => typeof one === "string").join("")}`;
  const figure = 1 + Math.max(1, ...alike.filter((one) => typeof one === "number"));
  return [...new Set([null, true, false, "", 0, 1, [], text, figure, ...alike])];
}
