/** Exports a search for user-visible text in components, which belongs into the flows. It is a strict heuristic. */
import ts from "@typescript/typescript6";
import { parse } from "./sources.js";

/** Attributes whose literal value is visible or read aloud. */
const READ_ALOUD = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "title",
  "placeholder",
  "label",
  "helperText",
  "loadingText",
]);

const isWords = (text: string): boolean => /\p{L}{2}/u.test(text);

/** `file:line: text` of each visible text in JSX. */
export function screenTexts(path: string, text: string): { readonly at: string; readonly text: string }[] {
  const file = parse(path, text);
  const found: { at: string; text: string }[] = [];
  const report = (node: ts.Node, literal: string) => {
    if (!isWords(literal)) return;
    found.push({
      at: `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`,
      text: literal.trim().replace(/\s+/g, " "),
    });
  };
  /**
   * Reports the literals that an expression may evaluate to: both branches of a condition, the right side of `&&`,
   * `||`, `??`.
   */
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) report(node, node.text);
    else if (ts.isTemplateExpression(node))
      report(node, [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" "));
    else if (ts.isParenthesizedExpression(node)) literals(node.expression);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(literals);
    else if (ts.isBinaryExpression(node)) [node.left, node.right].filter(ts.isStringLiteralLike).forEach(literals);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) literals(node.expression);
    else if (ts.isJsxAttribute(node) && READ_ALOUD.has(node.name.getText(file)) && node.initializer) {
      literals(ts.isJsxExpression(node.initializer) && node.initializer.expression ? node.initializer.expression : node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
