/** Exports the rjsf templates of the theme by rjsf's names. */
import type { ThemeProps } from "@rjsf/core";
import { ArrayFieldDescriptionTemplate } from "./ArrayFieldDescriptionTemplate.js";
import { ArrayFieldItemButtonsTemplate } from "./ArrayFieldItemButtonsTemplate.js";
import { ArrayFieldItemTemplate } from "./ArrayFieldItemTemplate.js";
import { ArrayFieldTemplate } from "./ArrayFieldTemplate.js";
import { ArrayFieldTitleTemplate } from "./ArrayFieldTitleTemplate.js";
import { BaseInputTemplate } from "./BaseInputTemplate.js";
import { ButtonTemplates } from "./ButtonTemplates.js";
import { CyclicSchemaExpandTemplate } from "./CyclicSchemaExpandTemplate.js";
import { DescriptionField } from "./DescriptionField.js";
import { ErrorList } from "./ErrorList.js";
import { FallbackFieldTemplate } from "./FallbackFieldTemplate.js";
import { FieldErrorTemplate } from "./FieldErrorTemplate.js";
import { FieldHelpTemplate } from "./FieldHelpTemplate.js";
import { FieldTemplate } from "./FieldTemplate.js";
import { GridTemplate } from "./GridTemplate.js";
import { MultiSchemaFieldTemplate } from "./MultiSchemaFieldTemplate.js";
import { ObjectFieldTemplate } from "./ObjectFieldTemplate.js";
import { OptionalDataControlsTemplate } from "./OptionalDataControlsTemplate.js";
import { TitleField } from "./TitleField.js";
import { UnsupportedField } from "./UnsupportedField.js";
import { WrapIfAdditionalTemplate } from "./WrapIfAdditionalTemplate.js";

export const templates = {
  ArrayFieldDescriptionTemplate,
  ArrayFieldItemButtonsTemplate,
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  ArrayFieldTitleTemplate,
  BaseInputTemplate,
  ButtonTemplates,
  CyclicSchemaExpandTemplate,
  DescriptionFieldTemplate: DescriptionField,
  ErrorListTemplate: ErrorList,
  FallbackFieldTemplate,
  FieldErrorTemplate,
  FieldHelpTemplate,
  FieldTemplate,
  GridTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  OptionalDataControlsTemplate,
  TitleFieldTemplate: TitleField,
  UnsupportedFieldTemplate: UnsupportedField,
  WrapIfAdditionalTemplate,
} satisfies ThemeProps["templates"];
