/** Exports the widgets of the theme by name. */
import type { ThemeProps } from "@rjsf/core";
import { AttachmentsWidget } from "./AttachmentsWidget.js";
import { ComboboxWidget } from "./ComboboxWidget.js";
import { CheckboxesWidget, CheckboxWidget, RadioWidget } from "./choices.js";
import { FileWidget } from "./FileWidget.js";
import { HiddenWidget } from "./HiddenWidget.js";
import { AccountNumberWidget, SecretNumberWidget } from "./masked-numbers.js";
import { ColorWidget, DateTimeWidget, TimeWidget } from "./native-pickers.js";
import { NewPasswordWidget, PasswordWidget } from "./PasswordWidget.js";
import { RangeWidget } from "./RangeWidget.js";
import { SelectWidget } from "./SelectWidget.js";
import { TextareaWidget } from "./TextareaWidget.js";
import {
  CentsWidget,
  CodeWidget,
  DateWidget,
  DigitsWidget,
  EmailWidget,
  MoneyWidget,
  PastDateWidget,
  TextWidget,
  UrlWidget,
} from "./text-widgets.js";
import { UpDownWidget } from "./UpDownWidget.js";

/** rjsf's widgets by their names, and the widgets of the flow language by the value of `widget`. */
export const widgets = {
  CheckboxWidget,
  CheckboxesWidget,
  ColorWidget,
  DateWidget,
  DateTimeWidget,
  EmailWidget,
  FileWidget,
  HiddenWidget,
  PasswordWidget,
  RadioWidget,
  RangeWidget,
  SelectWidget,
  TextWidget,
  TextareaWidget,
  TimeWidget,
  UpDownWidget,
  URLWidget: UrlWidget,

  "account-number": AccountNumberWidget,
  attachments: AttachmentsWidget,
  cents: CentsWidget,
  code: CodeWidget,
  combobox: ComboboxWidget,
  digits: DigitsWidget,
  money: MoneyWidget,
  "new-password": NewPasswordWidget,
  "past-date": PastDateWidget,
  "secret-number": SecretNumberWidget,
} satisfies ThemeProps["widgets"];
