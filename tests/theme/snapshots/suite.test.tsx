/** Runs rjsf's snapshot suite for themes: every field type, arrays, objects, unions, errors, help, read-only, disabled. */

import { arrayTests, formTests, gridTests, objectTests } from "@rjsf/snapshot-tests";
import { Form } from "../form-with-texts.js";

formTests(Form);
arrayTests(Form);
objectTests(Form);
gridTests(Form, {
  ColumnWidthAll: { className: "pb-col-12" },
  ColumnWidth4: { className: "pb-col-4" },
  ColumnWidth6: { className: "pb-col-6" },
  ColumnWidth8: { className: "pb-col-8" },
});
