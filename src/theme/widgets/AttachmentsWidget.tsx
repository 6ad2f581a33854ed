import { DocumentIcon, ErrorIcon } from "@blueprintjs/icons";
import type { WidgetProps } from "@rjsf/utils";
import { getTemplate } from "@rjsf/utils";
import { useRef, useState } from "react";
import { type Attachment, type FilesContext, judge, limitsOf } from "../attachments.js";
import { describedBy, inError } from "../described-by.js";
import { useSay } from "../words.js";

const inKilobytes = (bytes: number): string =>
  new Intl.NumberFormat(undefined, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }).format(Math.ceil(bytes / 1024));

/** Files to send along: chosen in one go or one after the other, each looked at before it is taken, each removable. */
export function AttachmentsWidget(props: WidgetProps) {
  const { id, htmlName, value, disabled, readonly, schema, options, registry, onChange } = props;
  const { holdFile } = (registry.formContext ?? {}) as FilesContext;
  const say = useSay();
  const { RemoveButton } = getTemplate("ButtonTemplates", registry, options);
  const attached: readonly Attachment[] = Array.isArray(value) ? value : [];
  const latest = useRef(attached);
  latest.current = attached;
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const limits = limitsOf(schema);
  const full = attached.length >= limits.most;

  const take = async (files: readonly File[]) => {
    const refusals: string[] = [];
    const taken: Attachment[] = [];
    for (const file of files) {
      const judged = await judge(file, limits, say);
      if ("refused" in judged) refusals.push(judged.refused);
      else if (latest.current.length + taken.length >= limits.most)
        refusals.push(say("tooManyFiles", { name: file.name, most: limits.most }));
      else if (holdFile !== undefined) taken.push({ name: file.name, type: judged.type, size: file.size, file: holdFile(file) });
    }
    setRefused(refusals);
    if (taken.length > 0) onChange([...latest.current, ...taken]);
  };

  const remove = (index: number) => {
    setRefused([]);
    onChange(attached.length === 1 ? undefined : attached.filter((_, each) => each !== index));
    // The button goes with its file: the keyboard stays at the field.
    input.current?.focus();
  };

  return (
    <div className="pb-files">
      <div className="pb-file">
        <input
          ref={input}
          id={id}
          name={htmlName || id}
          type="file"
          multiple
          accept={limits.types.join(",")}
          disabled={disabled || readonly || holdFile === undefined}
          aria-disabled={full || undefined}
          aria-invalid={inError(props) || refused.length > 0 || undefined}
          aria-describedby={[describedBy(props), refused.length > 0 ? `${id}__refused` : null].filter(Boolean).join(" ") || undefined}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            // The same file can be chosen again after it was removed.
            event.target.value = "";
            void take(chosen);
          }}
        />
        <span className="pb-file-cue" aria-hidden="true">
          {say("chooseFiles")}
        </span>
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <ul id={`${id}__refused`} className="pb-file-errors">
            {refused.map((why) => (
              <li key={why} className="pb-error">
                <ErrorIcon size={16} className="pb-error-icon" />
                <span>{why}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="pb-visually-hidden" role="status">
        {attached.length > 0 && say("filesAttached", { count: attached.length })}
      </p>
      {attached.length > 0 && (
        <ul className="pb-file-list">
          {attached.map(({ name, size, file }, index) => (
            <li key={file}>
              <DocumentIcon />
              <span className="pb-file-name">{name}</span>
              <span className="pb-file-size">{inKilobytes(size)}</span>
              <RemoveButton title={say("removeFile", { name })} onClick={() => remove(index)} registry={registry} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
