/** Exports the formats of the product's app file in American English, for tests that format values without a bundle. */

import type { Formats } from "../../src/language/formats.js";
import type { FormatsDefinition } from "../../src/language/keywords.js";
import { readText } from "./sources.js";

const { formats } = JSON.parse(readText("flows/app.flow.json")) as { readonly formats: FormatsDefinition };

export const FORMATS: Formats = { ...formats, locale: "en-US" };
