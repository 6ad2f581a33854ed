import type { CustomValidator, ErrorTransformer, RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { ReactElement } from "react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Json } from "../language/definition.js";
import { type FilesContext, focusErrorSummary, NoDescription, type PlaceContext, Form as ThemedForm, ThemeWords } from "../theme/index.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { BusyButton, ControlRow } from "./Controls.js";
import { type Cautions, cautionsOf } from "./form-cautions.js";
import { pick, valueAt, without, withValue } from "./form-data.js";
import { type AnsweredError, fingerprint, inWords, toErrorSchema } from "./form-errors.js";
import { hiddenPaths, keptPaths, uiSchemaOf } from "./form-ui.js";
import type { FormShape } from "./shapes.js";

/** The validator that was compiled with the bundle. The contract's type and rjsf's name the same functions. */
function useValidator(block: FormShape, screen: ScreenHandle): ValidatorType {
  const functions = screen.validator(block.schemaId);
  return useMemo(
    () => createPrecompiledValidator(functions as Parameters<typeof createPrecompiledValidator>[0], block.schema as RJSFSchema),
    [functions, block.schema],
  );
}

/** The errors of the last answer to this form, less those whose field has changed since. `onAnswer` is called once they are drawn. */
function useAnsweredErrors(
  screen: ScreenHandle,
  data: Json,
  sent: { readonly current: Json | null },
  onAnswer: () => void,
): readonly AnsweredError[] {
  const [answered, setAnswered] = useState<readonly AnsweredError[]>([]);
  const { fieldErrors } = screen;
  useEffect(() => {
    const { current } = sent;
    if (current === null) return;
    setAnswered(fieldErrors.map(({ path, message }) => ({ path, message, value: fingerprint(valueAt(current, path)) })));
  }, [fieldErrors, sent]);
  useEffect(() => {
    if (answered.length > 0) onAnswer();
  }, [answered, onAnswer]);
  return useMemo(() => answered.filter(({ path, value }) => fingerprint(valueAt(data, path)) === value), [answered, data]);
}

/** Fields that must say the same: the later one tells when it doesn't. */
function sameAs(block: FormShape, screen: ScreenHandle): CustomValidator {
  return (data, errors) => {
    for (const [path, { field, error }] of Object.entries(block.matches ?? {})) {
      const again = valueAt(data as Json, path);
      if (again === undefined || again === valueAt(data as Json, field)) continue;
      let node = errors;
      for (const name of path.split(".")) {
        const next = node[name];
        if (next === undefined) throw new Error(`The form has no field "${path}" to match "${field}".`);
        node = next as typeof errors;
      }
      node.addError(screen.text(error));
    }
    return errors;
  };
}

/**
 * What nobody gave is no default: a box whose schema asks for `true` starts unticked (consent is the depositor's act), and
 * a list that must have an item starts without one.
 */
const EMPTY_HANDED = { constAsDefaults: "never", arrayMinItems: { populate: "never" } } as const;

/** What a field means is said by the flow (`help`), not by the schema. */
const WORDS_ARE_THE_FLOWS = { DescriptionFieldTemplate: NoDescription };

/** A form: its fields by the schema, errors beside them and in a summary, what was typed kept. */
export function Form({ block, screen }: BlockProps<FormShape>): ReactElement {
  const heading = useId();
  const form = useId();
  const frame = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const sent = useRef<Json | null>(null);
  const { schemaId, fields, submit } = block;
  const validator = useValidator(block, screen);
  const kept = useMemo(() => keptPaths(block), [block]);
  const [data, setData] = useState<Json>(() =>
    pick(fields.order, screen.draft(schemaId), block.initial === undefined ? null : screen.value(block.initial)),
  );
  const [tried, setTried] = useState(false);
  const toSummary = useCallback(() => focusErrorSummary(frame.current), []);
  const answered = useAnsweredErrors(screen, data, sent, toSummary);
  const hidden = hiddenPaths(block, data, screen);
  const hiddenKey = hidden.join(" ");
  const cautionKey = JSON.stringify(cautionsOf(block, data, hidden, validator, screen));
  const uiSchema = useMemo(
    () => uiSchemaOf(block, hiddenKey === "" ? [] : hiddenKey.split(" "), JSON.parse(cautionKey) as Cautions, screen),
    [block, hiddenKey, cautionKey, screen],
  );
  const extraErrors = useMemo(() => toErrorSchema(answered, fields), [answered, fields]);
  const transformErrors: ErrorTransformer = useMemo(() => (errors) => inWords(errors, fields, screen), [fields, screen]);
  const customValidate = useMemo(() => (block.matches === undefined ? undefined : sameAs(block, screen)), [block, screen]);
  const busy = screen.pending.has(submit);
  const username = block.username === undefined ? null : screen.value(block.username);

  const change = (next: Json) => {
    const asked = without(next, hiddenPaths(block, next, screen));
    setData(asked);
    // rjsf tells the defaults that it begins with, too: what nobody typed is no draft.
    const draft = pick(kept, asked);
    if (fingerprint(draft) !== fingerprint(pick(kept, data))) screen.keepDraft(schemaId, draft);
  };
  const send = async (filled: Json) => {
    // `pending` is drawn one render later than a second press of Enter can come.
    if (sending.current || busy) return;
    sending.current = true;
    sent.current = filled;
    try {
      await screen.raise(submit, { form: filled });
    } finally {
      sending.current = false;
    }
  };

  const { suggest, holdFile } = screen;
  // What was chosen is kept as what was typed is; the look-up may answer after more was typed.
  const filled = useRef((_found: Readonly<Record<string, string>>) => {});
  filled.current = (found) =>
    change(Object.entries(found).reduce((next, [path, value]) => (fields.items[path] ? withValue(next, path, value) : next), data));
  const formContext = useMemo<PlaceContext & FilesContext>(() => {
    const fill = (found: Readonly<Record<string, string>>) => filled.current(found);
    return {
      fill,
      ...(suggest === undefined ? {} : { lookUpPlaces: (search) => suggest("place", search) }),
      ...(holdFile === undefined ? {} : { holdFile }),
    };
  }, [suggest, holdFile]);

  return (
    <div className="pb-form" ref={frame}>
      {block.heading !== undefined && (
        <h2 id={heading} className="pb-heading">
          {screen.text(block.heading)}
        </h2>
      )}
      {/* Before the passwords, where a password manager looks for it. */}
      {typeof username === "string" && <input form={form} type="email" autoComplete="username" value={username} readOnly hidden />}
      <ThemeWords value={screen.word}>
        <ThemedForm
          id={form}
          idPrefix={block.key}
          schema={block.schema as RJSFSchema}
          uiSchema={uiSchema}
          validator={validator}
          formData={data}
          formContext={formContext}
          templates={WORDS_ARE_THE_FLOWS}
          noHtml5Validate
          // What a condition no longer asks for is not sent.
          omitExtraData
          experimental_defaultFormStateBehavior={EMPTY_HANDED}
          liveValidate={tried ? "onChange" : false}
          showErrorList="top"
          transformErrors={transformErrors}
          customValidate={customValidate}
          extraErrors={extraErrors}
          onChange={({ formData }) => change((formData ?? {}) as Json)}
          onError={() => {
            setTried(true);
            toSummary();
          }}
          onSubmit={({ formData }) => void send(without((formData ?? {}) as Json, hidden))}
        >
          <div className="pb-form-controls">
            <BusyButton type="submit" style="primary" label={screen.text(block.submitLabel)} busy={busy} />
            {block.controls !== undefined && <ControlRow className="pb-form-other-controls" controls={block.controls} screen={screen} />}
          </div>
        </ThemedForm>
      </ThemeWords>
    </div>
  );
}
