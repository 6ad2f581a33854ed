/** Exports the mutants of GraphQL documents, for `mutants.ts`: fields that are not selected, other fields, and exchanged variables. */
import {
  type ASTNode,
  buildSchema,
  type FieldNode,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { positionIn } from "../language/source.js";
import type { Mutant, MutantKind } from "./mutant.js";

/** A replacement of a part of the text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The mutants of a document. `sdl`: the schema of the gateway, which has the other fields of a type. */
export function documentMutants(file: string, text: string, sdl: string): readonly Mutant[] {
  const types = new TypeInfo(buildSchema(sdl));
  const position = positionIn(text);
  const mutants: Mutant[] = [];
  const variants = new Map<string, number>();
  const names: string[] = [];

  function add(kind: MutantKind, node: ASTNode, change: string, edits: readonly Edit[]): void {
    const pointer = [...names, nameOf(node)].map((name) => `/${name}`).join("");
    const id = `${kind} ${file}#${pointer}`;
    const variant = (variants.get(id) ?? 0) + 1;
    variants.set(id, variant);
    mutants.push({
      id: variant === 1 ? id : `${id} ${variant}`,
      kind,
      file,
      ...position(node.loc?.start ?? 0),
      change,
      screen: null,
      text: () => edited(text, edits),
    });
  }

  visit(
    parse(text),
    visitWithTypeInfo(types, {
      OperationDefinition: { enter: (node) => void names.push(nameOf(node)), leave: () => void names.pop() },
      FragmentDefinition: { enter: (node) => void names.push(nameOf(node)), leave: () => void names.pop() },
      SelectionSet({ selections }) {
        for (const one of selections.length < 2 ? [] : selections)
          add("selection", one, `${nameOf(one)} was removed`, [{ ...extentOf(one), text: "" }]);
      },
      Field: {
        enter(node) {
          const parent = types.getParentType();
          const other = isObjectType(parent) ? otherField(node, parent) : null;
          const { start, end } = extentOf(node.name);
          if (other !== null) add("selected field", node, `${node.name.value} became ${other}`, [{ start, end, text: other }]);
          for (const [one, next] of exchanged(node))
            add("argument", node, `$${one.name.value} and $${next.name.value} are exchanged`, [
              { ...extentOf(one), text: `$${next.name.value}` },
              { ...extentOf(next), text: `$${one.name.value}` },
            ]);
          names.push(nameOf(node));
        },
        leave: () => void names.pop(),
      },
    }),
  );
  return mutants;
}

const extentOf = ({ loc }: ASTNode): Pick<Edit, "start" | "end"> => ({ start: loc?.start ?? 0, end: loc?.end ?? 0 });

function edited(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, text: replacement }) => result.slice(0, start) + replacement + result.slice(end), text);
}

function nameOf(node: ASTNode): string {
  if (node.kind === Kind.FIELD) return node.alias?.value ?? node.name.value;
  if (node.kind === Kind.FRAGMENT_SPREAD) return `...${node.name.value}`;
  return "name" in node && node.name !== undefined && "value" in node.name ? node.name.value : "";
}

/** The next field of the type with the same type and arguments; null where there is none. */
function otherField(node: FieldNode, parent: GraphQLObjectType): string | null {
  const fields = Object.values(parent.getFields());
  const at = fields.findIndex(({ name }) => name === node.name.value);
  const field = fields[at];
  if (field === undefined) return null;
  const shape = ({ type, args }: typeof field): string =>
    `${String(type)} ${args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(", ")}`;
  const others = [...fields.slice(at + 1), ...fields.slice(0, at)];
  return others.find((one) => shape(one) === shape(field))?.name ?? null;
}

/** The pairs of neighbors among the variables of a field's arguments. */
function exchanged(node: FieldNode): readonly (readonly [VariableNode, VariableNode])[] {
  const variables: VariableNode[] = [];
  for (const argument of node.arguments ?? []) visit(argument, { Variable: (variable) => void variables.push(variable) });
  return variables.flatMap((one, index) => {
    const next = variables[index + 1];
    return next === undefined ? [] : [[one, next] as const];
  });
}
