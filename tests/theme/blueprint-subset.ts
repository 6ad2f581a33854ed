/** The part of Blueprint's stylesheet that the components in use need: the whole of it is 46 kB compressed, and cannot be shaken. */

/** Classes (without `bp6-`) of each component that the app imports. A component that is not here has no styles. */
export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  AnchorButton: [],
  Button: ["button", "button-text", "minimal", "outlined", "large", "small", "fill", "active", "disabled", "align-left", "align-right"],
  Callout: ["callout"],
  Checkbox: ["control", "control-indicator", "control-input", "checkbox", "inline"],
  HTMLSelect: ["html-select"],
  InputGroup: ["input-group", "input", "input-left-container", "input-action"],
  Radio: ["radio"],
  Spinner: ["spinner", "spinner-animation", "spinner-head", "spinner-svg", "spinner-track"],
  TextArea: ["text-area", "text-area-auto-resize"],
};

/** Of every component: icons and intents. */
const SHARED = ["icon", "icon-standard", "intent-primary", "intent-success", "intent-warning", "intent-danger"];

interface Block {
  readonly head: string;
  readonly body: string;
}

/** The blocks of a stylesheet at its top level. Statements without a block (`@charset`) are dropped. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === "{") {
      if (depth === 0) open = at;
      depth += 1;
    } else if (css[at] === "}") {
      depth -= 1;
      if (depth === 0) {
        const head = css.slice(start, open).split(";").at(-1) ?? "";
        blocks.push({ head: head.trim(), body: css.slice(open + 1, at).trim() });
        start = at + 1;
      }
    }
  }
  return blocks;
}

/** Selectors of a list; a comma inside parentheses parts nothing. */
const selectorsOf = (head: string): string[] => head.split(/,(?![^(]*\))/).map((selector) => selector.trim().replace(/\s+/g, " "));

/** Whether a selector can match: all its classes are kept ones. What it excludes (`:not`) need not be. */
function matters(selector: string, kept: ReadonlySet<string>): boolean {
  if (selector.includes(".bp6-dark")) return false;
  const classes = [...selector.replace(/:not\([^)]*\)/g, "").matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
  return classes.length > 0 && classes.every((name) => name.startsWith("bp6-") && kept.has(name.slice(4)));
}

function subsetOf(css: string, kept: ReadonlySet<string>): string[] {
  return blocksOf(css).flatMap(({ head, body }) => {
    if (head === ":root") return [`:root {\n${body}\n}`];
    if (head.startsWith("@media")) {
      const inner = subsetOf(body, kept);
      return inner.length > 0 ? [`${head} {\n${inner.join("\n")}\n}`] : [];
    }
    if (head.startsWith("@")) return head.startsWith("@keyframes") ? [`${head} {\n${body}\n}`] : [];
    const selectors = selectorsOf(head).filter((selector) => matters(selector, kept));
    return selectors.length > 0 ? [`${selectors.join(",\n")} {\n${body}\n}`] : [];
  });
}

/** Blueprint's stylesheet for these components. Keyframes stay where something of the rest moves by them. */
export function subset(css: string, components: readonly string[]): string {
  const kept = new Set([...SHARED, ...components.flatMap((name) => CLASSES[name] ?? [])]);
  const blocks = subsetOf(css.replace(/\/\*[\s\S]*?\*\//g, ""), kept);
  const rules = blocks.filter((block) => !block.startsWith("@keyframes")).join("\n");
  const moving = blocks.filter(
    (block) => block.startsWith("@keyframes") && rules.includes(block.slice("@keyframes ".length).split(/[\s{]/)[0] ?? ""),
  );
  return `/* Made of @blueprintjs/core's blueprint.css for the components in use: vitest run tests/blueprint-styles.test.ts -u */\n${rules}\n${moving.join("\n")}\n`;
}
