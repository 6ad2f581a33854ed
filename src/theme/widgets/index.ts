import type { ThemeProps } from "@rjsf/core";
import { AttachmentsWidget } from "./AttachmentsWidget.js";
import { CheckboxesWidget, CheckboxWidget, RadioWidget } from "./choices.js";
import { FileWidget } from "./FileWidget.js";
import { HiddenWidget } from "./HiddenWidget.js";
import { ColorWidget, DateTimeWidget, TimeWidget } from "./native-pickers.js";
import { NewPasswordWidget, PasswordWidget } from "./PasswordWidget.js";
import { PlaceWidget } from "./PlaceWidget.js";
import { RangeWidget } from "./RangeWidget.js";
import { SelectWidget, StateWidget } from "./SelectWidget.js";
import { AccountNumberWidget, SsnWidget } from "./secret-digits.js";
import { TextareaWidget } from "./TextareaWidget.js";
import {
  CentsWidget,
  CodeWidget,
  DateWidget,
  EmailWidget,
  MoneyWidget,
  PhoneWidget,
  RoutingNumberWidget,
  TextWidget,
  UrlWidget,
  ZipWidget,
} from "./text-widgets.js";
import { UpDownWidget } from "./UpDownWidget.js";

/** rjsf's own widgets by its names, and the flow language's `widget` words by theirs. */
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
  money: MoneyWidget,
  "new-password": NewPasswordWidget,
  phone: PhoneWidget,
  place: PlaceWidget,
  "routing-number": RoutingNumberWidget,
  ssn: SsnWidget,
  state: StateWidget,
  zip: ZipWidget,
} satisfies ThemeProps["widgets"];

/** Widgets whose values are never kept as a draft, whatever the flow says: secrets, and names of files that a reload takes away. */
export const SECRET_WIDGETS: ReadonlySet<string> = new Set([
  "account-number",
  "attachments",
  "code",
  "new-password",
  "password",
  "routing-number",
  "ssn",
]);
