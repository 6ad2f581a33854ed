/** Exports the part of the rule `predicate-constant` about conditions of a body: content that nobody sees. */
import type { CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { ITEMS, literalsIn, pathsRead } from "../../language/logic-reads.js";
import { operationOf, plainPath } from "../../language/operation.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
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

/** The conditions of a body at any depth that nobody in `admitted` meets, given those around them; nothing inside of such a part. */
export function neverShown(body: unknown, admitted: Bdd, space: StateSpace): readonly NeverShown[] {
  const found: NeverShown[] = [];
  const isNever = (conditions: readonly CompiledPredicate[]): boolean => holdTogether(conditions, admitted, space) === FALSE;
  const check = (predicate: CompiledPredicate, around: readonly CompiledPredicate[]): boolean => {
    const never = isNever([...around, predicate]);
    if (never) found.push({ predicate, alone: isNever([predicate]) });
    return never;
  };
  const walk = (node: unknown, outer: readonly CompiledPredicate[]): void => {
    if (typeof node !== "object" || node === null) return;
    if (isPredicate(node)) return void (isCondition(node) && check(node, outer));
    const own = "when" in node && isCondition(node.when) ? node.when : null;
    if (own !== null && check(own, outer)) return;
    const around = own === null ? outer : [...outer, own];
    for (const [key, part] of Object.entries(node)) if (key !== "when" || own === null) walk(part, around);
  };
  walk(body, []);
  return found;
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
