/**
 * Exports rjsf's default registry for `vite.config.ts`, in place of rjsf's own: the fields that rjsf selects by the type of a schema.
 * The theme has all widgets and templates that a flow can name, so the build contains none of rjsf's.
 */
import ArrayField from "@rjsf/core/lib/components/fields/ArrayField.js";
import BooleanField from "@rjsf/core/lib/components/fields/BooleanField.js";
import CyclicSchemaField from "@rjsf/core/lib/components/fields/CyclicSchemaField.js";
import FallbackField from "@rjsf/core/lib/components/fields/FallbackField.js";
import MultiSchemaField from "@rjsf/core/lib/components/fields/MultiSchemaField.js";
import NullField from "@rjsf/core/lib/components/fields/NullField.js";
import NumberField from "@rjsf/core/lib/components/fields/NumberField.js";
import ObjectField from "@rjsf/core/lib/components/fields/ObjectField.js";
import OptionalDataControlsField from "@rjsf/core/lib/components/fields/OptionalDataControlsField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import StringField from "@rjsf/core/lib/components/fields/StringField.js";
import type { Registry } from "@rjsf/utils";
import { englishStringTranslator } from "@rjsf/utils";

const fields = {
  AnyOfField: MultiSchemaField,
  ArrayField,
  BooleanField,
  CyclicSchemaField,
  FallbackField,
  NullField,
  NumberField,
  ObjectField,
  OneOfField: MultiSchemaField,
  OptionalDataControlsField,
  SchemaField,
  StringField,
};

/** The parts of the registry that rjsf's `Form` reads, before it adds those of the theme. */
export default function defaultRegistry() {
  return {
    fields,
    templates: { ButtonTemplates: {} },
    widgets: {},
    formContext: {},
    translateString: englishStringTranslator,
  } satisfies Partial<Record<keyof Registry, unknown>>;
}
