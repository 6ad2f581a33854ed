/** Exports `linkedWizards`: the wizards of a brand with the screens of their pages, from the source files, for the inputs of the analysis. */
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { inlined } from "../language/inline-names.js";
import { childOf, entriesOf, type FlowSource, plain, readDocument, type SourceNode, textOf } from "../language/source.js";
import type { LinkedWizard } from "./rules/wizard-cycles.js";

/** The steps of a wizard: by key, or in `items` beside an `order`. */
function stepsIn(wizard: SourceNode | null): SourceNode | null {
  const steps = childOf(wizard, "steps");
  if (childOf(steps, "items") !== null) return childOf(steps, "items");
  return childOf(steps, "order") === null ? steps : null;
}

/** The wizards of the base with the patches of an overlay; a step whose screen the brand removed is left out. */
export function linkedWizards(source: FlowSource, overlay: SourceNode | null, core: BundleCore): readonly LinkedWizard[] {
  const flows = [...source.files].filter(([file]) => /^flows\/[^/]+\.flow\.json$/.test(file));
  return flows.flatMap(([file, text]) =>
    entriesOf(childOf(readDocument(file, text, "base").root, "wizards")).flatMap(([name, { key, node }]): readonly LinkedWizard[] => {
      const patch = childOf(overlay, "wizards", name);
      const screens = new Map<string, string>();
      const conditions = new Map<string, Json>();
      for (const steps of [stepsIn(node), stepsIn(patch)]) {
        for (const [step, entry] of entriesOf(steps)) {
          const screen = textOf(childOf(entry.node, "screen"));
          const when = childOf(entry.node, "when");
          if (when !== null) conditions.set(step, inlined(core, plain(when)));
          if (entry.node.kind !== "object") screens.delete(step);
          else if (screen !== null) screens.set(step, screen);
        }
      }
      const present = [...screens].filter(([, id]) => core.screens[id] !== undefined);
      const review = textOf(childOf(patch, "review")) ?? textOf(childOf(node, "review"));
      const last = present.find(([step]) => step === review) ?? present.at(-1);
      if (last === undefined) return [];
      const [step, id] = last;
      return [{ name, screens: present.map(([, screen]) => screen), last: id, when: conditions.get(step) ?? true, at: key }];
    }),
  );
}
