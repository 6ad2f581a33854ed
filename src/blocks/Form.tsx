/** Exports the `form` block: fields by JSON Schema, errors beside them and in a summary, drafts. */
import type RjsfForm from "@rjsf/core";
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { ReactElement } from "react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import {
  type ComboboxContext,
  FIRST_PAINT_MS,
  type FilesContext,
  LiveFormProvider,
  NoDescription,
  Form as ThemedForm,
  ThemeFormats,
  ThemeTexts,
} from "../theme/index.js";
import type { BlockProps, Failure, ScreenHandle } from "./block.js";
import { withSuggestion } from "./chosen-suggestion.js";
import { FormBody, FormControls, ScreenOfForm } from "./FormControls.js";
import { without } from "./form-data.js";
import { firstData } from "./form-draft.js";
import { fieldOf } from "./form-errors.js";
import { FormTyping, renderedOf, type Surroundings } from "./form-typing.js";
import { currentPasswords, uiSchemaOf, widgetOf } from "./form-ui.js";
import type { FormWarnings } from "./form-warnings.js";
import { useSelfSubmit } from "./use-self-submit.js";

/** The validator that was compiled with the bundle. */
function useValidator(block: FormBlock, screen: ScreenHandle): ValidatorType {
  const functions = screen.validator(block.schemaId);
  return useMemo(
    () => createPrecompiledValidator(functions as Parameters<typeof createPrecompiledValidator>[0], block.schema as RJSFSchema),
    [functions, block.schema],
  );
}

/** The statuses with which a server rejects the sent data: the form empties the current password, to be entered again. */
const REFUSALS: ReadonlySet<Failure["status"]> = new Set([400, 401, 403, 422]);

/**
 * rjsf must not fill in values: a checkbox whose schema requires `true` starts unticked (consent is the depositor's act),
 * and a list that requires an item starts empty.
 */
const NO_CONST_DEFAULTS = { constAsDefaults: "never", arrayMinItems: { populate: "never" } } as const;

/** The flow explains a field (`help`); schema descriptions are for developers. */
const NO_SCHEMA_DESCRIPTIONS = { DescriptionFieldTemplate: NoDescription };

/** Keeps the state of the form while the depositor types. */
function useTyping(around: Surroundings): FormTyping {
  const [typing] = useState(() => new FormTyping(around));
  typing.rendering(around);
  useEffect(() => () => typing.leave(), [typing]);
  useEffect(() => {
    // The first validation compiles code and formats messages: when the form is painted, not while the depositor waits.
    let idle: number | undefined;
    const timer = setTimeout(() => {
      // Safari has no idle callback.
      idle = window.requestIdleCallback?.(() => void typing.isValid(typing.present()));
    }, FIRST_PAINT_MS);
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, [typing]);
  const { data } = around;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners read the data of this rendering
  useEffect(() => typing.notify(), [typing, data]);
  return typing;
}

export function Form({ block, screen }: BlockProps<FormBlock>): ReactElement {
  const heading = useId();
  const form = useId();
  const sending = useRef(false);
  const sent = useRef<Json | null>(null);
  const { fields, submit } = block;
  const validator = useValidator(block, screen);
  const [data, setData] = useState<Json>(() =>
    firstData(block, screen.draft(screen.draftName(block)), block.initial === undefined ? null : screen.value(block.initial), screen),
  );
  const rendered = renderedOf(block, data, validator, screen);
  const { hiddenKey, warningKey } = rendered;
  const frame = useRef<HTMLDivElement>(null);
  const selfSubmit = useSelfSubmit(block, screen, () => frame.current?.querySelector("form")?.requestSubmit());
  const onData = (present: Json) => selfSubmit.changed(present, () => typing.isValid(present));
  const busy = screen.isPending(submit) || screen.isBlocked(submit);
  const rjsf = useRef<RjsfForm>(null);
  const toSend = (present: Json): Json | null => {
    // Without the fields that a condition of the schema no longer includes.
    const form = rjsf.current?.state;
    // A second press of Enter may come before React renders `pending`.
    if (form === undefined || sending.current || busy) return null;
    return form.schemaUtils.omitExtraData(form.schema, present) as Json;
  };
  const typing: FormTyping = useTyping({ block, validator, screen, rendered, data, onData, toSend });
  const uiSchema = useMemo(
    () => uiSchemaOf(block, hiddenKey === "" ? [] : hiddenKey.split(" "), JSON.parse(warningKey) as FormWarnings, screen),
    [block, hiddenKey, warningKey, screen],
  );
  const source = useId();
  const failure = screen.failures(source).at(-1);
  const { fieldErrors } = screen;
  // Errors that the screen was entered with: a call on another screen has refused the data.
  const [given] = useState(fieldErrors);
  useEffect(() => {
    if (sent.current !== null) {
      typing.refused(fieldErrors, sent.current);
      // Another form or control raises an action, which empties the errors: those that follow are not of this form's data.
      if (fieldErrors.length === 0 && !sending.current) sent.current = null;
      return;
    }
    const own = fieldErrors.filter(({ path }) => fields.items[fieldOf(path, fields)] !== undefined);
    if (fieldErrors === given && own.length > 0) typing.refused(own, typing.present());
  }, [fieldErrors, typing, given, fields]);
  useEffect(() => {
    if (!REFUSALS.has(failure?.status ?? null)) return;
    typing.stopShowingErrors();
    setData((present) => without(present, currentPasswords(block)));
  }, [failure, block, typing]);
  const username = block.username === undefined ? null : screen.value(block.username);

  const change = (next: Json) => setData(typing.changed(next));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of the agreements are the screen's
  useEffect(() => {
    const left = typing.withoutOutdated();
    if (left !== null) setData(typing.changed(left));
  }, [typing, screen]);
  /** rjsf gets the typed values, so that a later change of them reaches their controls. */
  const flush = () => setData(typing.flushed());
  const send = async () => {
    const filled = toSend(typing.present());
    if (filled === null || !typing.accepts(filled)) return;
    flush();
    sending.current = true;
    sent.current = filled;
    selfSubmit.sent(filled);
    try {
      await screen.raise(submit, { form: filled, source });
      const left = typing.settled();
      if (left !== null) setData(left);
    } finally {
      sending.current = false;
    }
  };

  const { suggest, addFile } = screen;
  // A ref, since a lookup may answer after the depositor has typed more.
  const fill = useRef((_values: Readonly<Record<string, string>>, _control: string) => {});
  fill.current = (values, control) => {
    flushSync(flush);
    const present = typing.data();
    const item = fields.order
      .filter((field) => widgetOf(block.uiSchema, field) === "combobox")
      .flatMap((field) => screen.placesOf(field, present))
      .find(({ path }) => [block.key, ...path.split(".")].join("_") === control)?.around?.path;
    change(withSuggestion(block, present, item, values));
  };
  const choose = useRef((_item: Json) => {});
  choose.current = (item) => {
    if (block.choose !== undefined) void screen.raise(block.choose, { item, source });
  };
  const formContext = useMemo<ComboboxContext & FilesContext>(
    () => ({
      fill: (values, control) => fill.current(values, control),
      choose: (item) => choose.current(item as Json),
      ...(suggest === undefined ? {} : { suggest }),
      ...(addFile === undefined ? {} : { addFile }),
    }),
    [suggest, addFile],
  );
  const { formats, parseAmount } = screen;
  const inputFormats = useMemo(() => ({ ...formats, parseAmount }), [formats, parseAmount]);

  return (
    <div ref={frame} data-focus={block.focus} className={block.body === undefined ? "pb-form" : "pb-form pb-form-beside"}>
      {block.heading !== undefined && (
        <h2 id={heading} className="pb-heading">
          {screen.text(block.heading)}
        </h2>
      )}
      {/* Before the passwords, where a password manager expects it. */}
      {typeof username === "string" && <input form={form} type="email" autoComplete="username" value={username} readOnly hidden />}
      <ThemeTexts value={screen.translate}>
        <ThemeFormats value={inputFormats}>
          <ScreenOfForm.Provider value={screen}>
            <LiveFormProvider value={typing}>
              <ThemedForm
                ref={rjsf}
                id={form}
                idPrefix={block.key}
                schema={block.schema as RJSFSchema}
                uiSchema={uiSchema}
                validator={validator}
                formData={data}
                formContext={formContext}
                templates={NO_SCHEMA_DESCRIPTIONS}
                noHtml5Validate
                // `typing` validates, and shows each error at its field without a rendering of the whole form.
                noValidate
                experimental_defaultFormStateBehavior={NO_CONST_DEFAULTS}
                onChange={({ formData }) => change((formData ?? {}) as Json)}
                onSubmit={() => void send()}
              >
                {block.body !== undefined && <FormBody blocks={block.body} typing={typing} />}
                <FormControls block={block} source={source} />
              </ThemedForm>
            </LiveFormProvider>
          </ScreenOfForm.Provider>
        </ThemeFormats>
      </ThemeTexts>
    </div>
  );
}
