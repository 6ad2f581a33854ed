/** Exports the `form` block: fields by JSON Schema, errors beside them and in a summary, drafts. */
import type { CustomValidator, ErrorTransformer, FormValidation, RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { ReactElement } from "react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import {
  type AddressContext,
  type FilesContext,
  focusErrorSummary,
  NoDescription,
  type SummaryContext,
  Form as ThemedForm,
  ThemeTexts,
} from "../theme/index.js";
import type { BlockProps, Failure, ScreenHandle } from "./block.js";
import { FormControls, ScreenOfForm } from "./FormControls.js";
import { ITEMS, pick, valueAt, without, withValue } from "./form-data.js";
import { fieldOf, invalidPaths, type ServerError, serialized, toErrorSchema, withMessages } from "./form-errors.js";
import { currentPasswords, draftFields, hiddenPaths, uiSchemaOf, widgetOf } from "./form-ui.js";
import { type FormWarnings, warningsOf } from "./form-warnings.js";

/** The validator that was compiled with the bundle. */
function useValidator(block: FormBlock, screen: ScreenHandle): ValidatorType {
  const functions = screen.validator(block.schemaId);
  return useMemo(
    () => createPrecompiledValidator(functions as Parameters<typeof createPrecompiledValidator>[0], block.schema as RJSFSchema),
    [functions, block.schema],
  );
}

/** The server's errors for this form, without those whose field has changed since. `onErrors` is called once they are rendered. */
function useServerErrors(
  screen: ScreenHandle,
  data: Json,
  sent: { readonly current: Json | null },
  onErrors: () => void,
): readonly ServerError[] {
  const [serverErrors, setServerErrors] = useState<readonly ServerError[]>([]);
  const { fieldErrors } = screen;
  useEffect(() => {
    const { current } = sent;
    if (current === null) return;
    setServerErrors(fieldErrors.map(({ path, message }) => ({ path, message, value: serialized(valueAt(current, path)) })));
  }, [fieldErrors, sent]);
  useEffect(() => {
    if (serverErrors.length > 0) onErrors();
  }, [serverErrors, onErrors]);
  return useMemo(() => serverErrors.filter(({ path, value }) => serialized(valueAt(data, path)) === value), [serverErrors, data]);
}

/** Adds an error at a path of the data, also where nothing was typed yet. */
function addError(errors: FormValidation, path: string, message: string): void {
  let node = errors as ErrorNode;
  for (const name of path.split(".")) {
    const next = (node[name] as ErrorNode | undefined) ?? { __errors: [] };
    node[name] = next;
    node = next;
  }
  node.__errors = [...(node.__errors ?? []), message];
}

interface ErrorNode {
  __errors?: string[];
  [name: string]: unknown;
}

/** The checks of the form, which JSON Schema cannot express. */
function rulesOf(block: FormBlock, validator: ValidatorType, screen: ScreenHandle): CustomValidator {
  return (typed, errors) => {
    const data = typed as Json;
    if (block.checks !== undefined)
      for (const { path, message } of screen.failedChecks(block, data, invalidPaths(block, data, validator)))
        addError(errors, path, message);
    return errors;
  };
}

/** The statuses with which a server refuses what was sent: the current password is emptied, to be entered again. */
const REFUSALS: ReadonlySet<Failure["status"]> = new Set([400, 401, 403, 422]);

/** The name of the list item that a path of the data is in: `Person 2` for `people.1.name`. */
function itemName(path: readonly string[], data: Json, { items }: FormBlock["fields"], screen: ScreenHandle): string | null {
  const index = path.findLastIndex((name) => /^\d+$/.test(name));
  const item =
    items[
      path
        .slice(0, Math.max(index, 0))
        .join(".")
        .replace(/\.\d+(?=\.|$)/g, ITEMS)
    ]?.item;
  if (index < 0 || item === undefined) return null;
  return screen.text(item, valueAt(data, path.slice(0, index + 1).join(".")), undefined, Number(path[index]) + 1);
}

/**
 * rjsf must not fill in values: a checkbox whose schema requires `true` starts unticked (consent is the depositor's act),
 * and a list that requires an item starts empty.
 */
const NO_CONST_DEFAULTS = { constAsDefaults: "never", arrayMinItems: { populate: "never" } } as const;

/** The flow explains a field (`help`); schema descriptions are for developers. */
const NO_SCHEMA_DESCRIPTIONS = { DescriptionFieldTemplate: NoDescription };

export function Form({ block, screen }: BlockProps<FormBlock>): ReactElement {
  const heading = useId();
  const form = useId();
  const frame = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const sent = useRef<Json | null>(null);
  const { schemaId, fields, submit } = block;
  const validator = useValidator(block, screen);
  const drafted = useMemo(() => draftFields(block), [block]);
  const [data, setData] = useState<Json>(() =>
    pick(fields.order, screen.draft(schemaId), block.initial === undefined ? null : screen.value(block.initial)),
  );
  const [submitted, setSubmitted] = useState(false);
  const focusSummary = useCallback(() => focusErrorSummary(frame.current), []);
  const serverErrors = useServerErrors(screen, data, sent, focusSummary);
  const hidden = hiddenPaths(block, data, screen);
  const hiddenKey = hidden.join(" ");
  const warningKey = JSON.stringify(warningsOf(block, data, hidden, validator, screen));
  const uiSchema = useMemo(
    () => uiSchemaOf(block, hiddenKey === "" ? [] : hiddenKey.split(" "), JSON.parse(warningKey) as FormWarnings, screen),
    [block, hiddenKey, warningKey, screen],
  );
  const extraErrors = useMemo(() => toErrorSchema(serverErrors, fields), [serverErrors, fields]);
  const transformErrors: ErrorTransformer = useMemo(() => (errors) => withMessages(errors, fields, screen), [fields, screen]);
  const customValidate = useMemo(() => rulesOf(block, validator, screen), [block, validator, screen]);
  const busy = screen.isPending(submit);
  const source = useId();
  const failure = screen.failure(source);
  useEffect(() => {
    if (!REFUSALS.has(failure?.status ?? null)) return;
    setSubmitted(false);
    setData((present) => without(present, currentPasswords(block)));
  }, [failure, block]);
  const username = block.username === undefined ? null : screen.value(block.username);

  const change = (next: Json) => {
    const visible = without(next, hiddenPaths(block, next, screen));
    setData(visible);
    // rjsf also calls `onChange` with its defaults: save a draft only when the depositor changed a value.
    const draft = pick(drafted, visible);
    if (serialized(draft) !== serialized(pick(drafted, data))) screen.saveDraft(schemaId, draft);
  };
  const send = async (filled: Json) => {
    // A second press of Enter may come before React renders `pending`.
    if (sending.current || busy) return;
    sending.current = true;
    sent.current = filled;
    try {
      await screen.raise(submit, { form: filled, source });
    } finally {
      sending.current = false;
    }
  };

  const { suggest, addFile } = screen;
  // A ref, since a look-up may answer after the depositor has typed more.
  const current = useRef({ fill: (_values: Readonly<Record<string, string>>, _control: string) => {}, data });
  current.current = {
    data,
    fill: (values, control) => {
      // In a list the fields of the same item are filled in.
      const item = fields.order
        .filter((field) => widgetOf(block.uiSchema, field) === "address")
        .flatMap((field) => screen.placesOf(field, data))
        .find(({ path }) => [block.key, ...path.split(".")].join("_") === control)?.around?.path;
      const filled = Object.entries(values).reduce((next, [name, value]) => {
        const path = item === undefined ? name : `${item}.${name}`;
        return fields.items[fieldOf(path, fields)] === undefined ? next : withValue(next, path, value);
      }, data);
      change(filled);
    },
  };
  const formContext = useMemo<AddressContext & FilesContext & SummaryContext>(() => {
    return {
      fill: (values, control) => current.current.fill(values, control),
      itemName: (path) => itemName(path, current.current.data, fields, screen),
      ...(suggest === undefined ? {} : { suggestAddresses: (search) => suggest("address", search) }),
      ...(addFile === undefined ? {} : { addFile }),
    };
  }, [suggest, addFile, fields, screen]);

  return (
    <div className="pb-form" ref={frame}>
      {block.heading !== undefined && (
        <h2 id={heading} className="pb-heading">
          {screen.text(block.heading)}
        </h2>
      )}
      {/* Before the passwords, where a password manager expects it. */}
      {typeof username === "string" && <input form={form} type="email" autoComplete="username" value={username} readOnly hidden />}
      <ThemeTexts value={screen.translate}>
        <ScreenOfForm.Provider value={screen}>
          <ThemedForm
            id={form}
            idPrefix={block.key}
            schema={block.schema as RJSFSchema}
            uiSchema={uiSchema}
            validator={validator}
            formData={data}
            formContext={formContext}
            templates={NO_SCHEMA_DESCRIPTIONS}
            noHtml5Validate
            // Do not send fields that a condition of the schema no longer includes.
            omitExtraData
            experimental_defaultFormStateBehavior={NO_CONST_DEFAULTS}
            liveValidate={submitted ? "onChange" : false}
            showErrorList="top"
            transformErrors={transformErrors}
            customValidate={customValidate}
            extraErrors={extraErrors}
            onChange={({ formData }) => change((formData ?? {}) as Json)}
            onError={() => {
              setSubmitted(true);
              focusSummary();
            }}
            onSubmit={({ formData }) => void send(without((formData ?? {}) as Json, hidden))}
          >
            <FormControls block={block} source={source} />
          </ThemedForm>
        </ScreenOfForm.Provider>
      </ThemeTexts>
    </div>
  );
}
