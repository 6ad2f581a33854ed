/**
 * Exports `normalise`, the stage between overlay and linker: it rewrites the shorthand of a merged definition into the
 * explicit form that the linker reads. One file for each shorthand. A rewriter leaves a malformed node as it is: the validation
 * against the meta-schema reports it. A generated node carries the position of the keyword that it came from.
 */
import type { Language } from "../../language/meta-schema.js";
import { explicitForm, hasShortForm } from "../explicit-form.js";
import { writeControlActions, writeSingleControls } from "./controls.js";
import { writeNotifications, writeSilence } from "./effects.js";
import { writeFieldTypes } from "./field-types.js";
import type { Merged } from "./merged.js";
import { writeOrders } from "./order.js";
import { writePaths } from "./paths.js";
import { type Rewriting, type Rewritten, rewriteAll, rewriteNode } from "./rewrite.js";
import { writeRows } from "./rows.js";
import { writeValues } from "./values.js";
import { orderedWizards, writeWizards } from "./wizards.js";

/** A definition without shorthand. */
export interface Normalised extends Merged {
  /** Names of the values of `values.json` that something uses. */
  readonly usedValues: ReadonlySet<string>;
}

/** Rewrites every shorthand. The order matters where a rewriter writes another shorthand. */
export function normalise(merged: Merged, language: Language): Normalised {
  // First: every other rewriter reads collections with `items`.
  const collections = writePaths(writeExplicitForms(merged, language));
  const { usedValues, ...valued } = writeValues(writeFieldTypes(collections, language), language);
  let written: Merged = valued;
  written = writeWizards(orderedWizards(written, language), language);
  written = writeRows(written, language);
  written = writeSingleControls(written, language);
  written = writeControlActions(written, language);
  written = writeSilence(written, language);
  written = writeNotifications(written, language);
  // Last: the rewriters before it write collections without an order.
  written = writeOrders(written, language);
  return { ...written, usedValues };
}

const explicit: Rewritten = new WeakMap();
const EXPLICIT: Rewriting = { rewriter: explicitForm, concerns: hasShortForm };

function writeExplicitForms(merged: Merged, language: Language): Merged {
  const wizards = language.file("flow.schema.json").properties?.wizards;
  const { baseWizards } = merged;
  return {
    ...rewriteAll(merged, language, { ...EXPLICIT, known: explicit }),
    baseWizards: baseWizards === null || wizards === undefined ? baseWizards : rewriteNode(baseWizards, wizards, language, EXPLICIT),
  };
}
