/** Exports the public parts of the theme for blocks: an rjsf theme on Blueprint. */
import type { FormProps, ThemeProps } from "@rjsf/core";
import { withTheme } from "@rjsf/core";
import type { ComponentType } from "react";
import { FormElement } from "./FormElement.js";
import { templates } from "./templates/index.js";
import { widgets } from "./widgets/index.js";

/** The theme as rjsf's `withTheme` takes it. */
const Theme: ThemeProps = { templates, widgets, _internalFormWrapper: FormElement };

/** rjsf's form with this theme. */
export const Form: ComponentType<FormProps> = withTheme(Theme);

export type { FilesContext } from "./attachments.js";
export { COMMIT_PAUSE_MS } from "./debounced-input.js";
export { type FormError, FormErrors, type LiveForm, LiveFormProvider } from "./live-form.js";
export { ThemeFormats } from "./locale-masks.js";
export type { SummaryContext } from "./templates/ErrorList.js";
export { NoDescription } from "./templates/NoDescription.js";
export { FIRST_PAINT_MS } from "./templates/ObjectFieldTemplate.js";
export { ThemeTexts, type Translate } from "./texts.js";
export type { ComboboxContext } from "./widgets/ComboboxWidget.js";
