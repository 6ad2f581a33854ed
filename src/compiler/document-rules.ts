/**
 * Exports the validation rules of GraphQL documents beside those of the specification: a document renames no field and
 * has no constants, because the screens and the scenarios would not see them. For `operations.ts`.
 */
import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ValidationContext,
  type ValueNode,
} from "graphql";

/** The scalar of `gateway/schema.graphql` for the key of an attempt. */
export const IDEMPOTENCY_KEY = "IdempotencyKey";

const CONSTANTS: ReadonlySet<Kind> = new Set([Kind.STRING, Kind.INT, Kind.FLOAT, Kind.BOOLEAN, Kind.ENUM, Kind.NULL]);

const isConstant = (value: ValueNode): boolean => (value.kind === Kind.LIST ? value.values.some(isConstant) : CONSTANTS.has(value.kind));

/** A key in the document itself would be the same for every attempt; another constant belongs to `with`, where screens are checked. */
function ConstantRule(context: ValidationContext): ASTVisitor {
  const check = (name: string, value: ValueNode | undefined): void => {
    if (value === undefined || !isConstant(value)) return;
    const isKey = getNamedType(context.getInputType())?.name === IDEMPOTENCY_KEY;
    context.reportError(
      new GraphQLError(
        isKey
          ? `A variable of the type ${IDEMPOTENCY_KEY} is needed here: each attempt has its own key.`
          : `"${name}" has a constant: take a variable, and give its value in "with".`,
        { nodes: value },
      ),
    );
  };
  return {
    Directive: () => false,
    VariableDefinition: ({ variable, defaultValue }) => check(variable.name.value, defaultValue),
    Argument: ({ name, value }) => check(name.value, value),
    ObjectField: ({ name, value }) => check(name.value, value),
  };
}

/** An alias with the name of another field of the same type shows one value as the other. */
function HidingAliasRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node: FieldNode) {
      const alias = node.alias?.value;
      const type = context.getParentType();
      if (alias === undefined || alias === node.name.value || !(isObjectType(type) || isInterfaceType(type))) return;
      if (type.getFields()[alias] !== undefined)
        context.reportError(
          new GraphQLError(`"${alias}" is another field of ${type.name}: select it, or choose another alias of "${node.name.value}".`, {
            nodes: node,
          }),
        );
    },
  };
}

/** A variable with the name of one argument is not given to another: two arguments of one type would be exchanged. */
function CrossedVariableRule(context: ValidationContext): ASTVisitor {
  const check = (name: string, value: ValueNode, siblings: readonly string[]): void => {
    if (value.kind !== Kind.VARIABLE || value.name.value === name || !siblings.includes(value.name.value)) return;
    context.reportError(
      new GraphQLError(`"$${value.name.value}" is given to "${name}", and "${value.name.value}" takes a value of its own.`, {
        nodes: value,
      }),
    );
  };
  return {
    Field(node) {
      const known = (context.getFieldDef()?.args ?? []).map((argument) => argument.name);
      for (const { name, value } of node.arguments ?? []) check(name.value, value, known);
    },
    ObjectValue(node) {
      const type = getNamedType(context.getInputType());
      const known = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
      for (const { name, value } of node.fields) check(name.value, value, known);
    },
  };
}

export const DOCUMENT_RULES = [ConstantRule, HidingAliasRule, CrossedVariableRule];
