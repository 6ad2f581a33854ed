/** Exports the `attachments` widget: files to send with a form. */
import { DocumentIcon, ErrorIcon } from "@blueprintjs/icons";
import type { WidgetProps } from "@rjsf/utils";
import { getTemplate } from "@rjsf/utils";
import { useRef, useState } from "react";
import { type Attachment, checkFile, type FilesContext, isSameFile, kilobytes, limitsOf } from "../attachments.js";
import { useErrorAttributes } from "../described-by.js";
import { useTranslate } from "../texts.js";

export function AttachmentsWidget(props: WidgetProps) {
  const { id, htmlName, value, disabled, readonly, schema, options, registry, onChange } = props;
  const { addFile } = (registry.formContext ?? {}) as FilesContext;
  const translate = useTranslate();
  const { RemoveButton } = getTemplate("ButtonTemplates", registry, options);
  const attached: readonly Attachment[] = Array.isArray(value) ? value : [];
  const latest = useRef(attached);
  latest.current = attached;
  /** The files themselves, by their names in the form data: form data has no time of the last change. */
  const files = useRef(new Map<string, File>());
  const input = useRef<HTMLInputElement>(null);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const errorAttributes = useErrorAttributes(props);
  const limits = limitsOf(schema);
  const isFull = attached.length >= limits.most;

  const add = async (chosen: readonly File[]) => {
    const rejections: string[] = [];
    const added: Attachment[] = [];
    for (const file of chosen) {
      const result = await checkFile(file, limits, translate);
      if ("rejected" in result) rejections.push(result.rejected);
      else if ([...latest.current, ...added].some((other) => isSameFile(files.current.get(other.file), file)))
        rejections.push(translate("fileAddedBefore", { name: file.name }));
      else if (latest.current.length + added.length >= limits.most)
        rejections.push(translate("tooManyFiles", { name: file.name, most: limits.most }));
      else if (addFile !== undefined) {
        const name = addFile(file);
        files.current.set(name, file);
        added.push({ name: file.name, type: result.type, size: file.size, file: name });
      }
    }
    setRejected(rejections);
    if (added.length > 0) onChange([...latest.current, ...added]);
  };

  const remove = (index: number) => {
    setRejected([]);
    onChange(attached.length === 1 ? undefined : attached.filter((_, each) => each !== index));
    // The button is removed with its file: move the focus to the field.
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
          disabled={disabled || readonly || addFile === undefined}
          aria-disabled={isFull || undefined}
          aria-invalid={errorAttributes["aria-invalid"] || rejected.length > 0 || undefined}
          aria-describedby={
            [errorAttributes["aria-describedby"], rejected.length > 0 ? `${id}__rejected` : null].filter(Boolean).join(" ") || undefined
          }
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            // Reset the input, so that the same file can be chosen again after it was removed.
            event.target.value = "";
            void add(chosen);
          }}
        />
        <span className="pb-file-cue" aria-hidden="true">
          {translate("chooseFiles")}
        </span>
      </div>
      <div role="alert">
        {rejected.length > 0 && (
          <ul id={`${id}__rejected`} className="pb-file-errors">
            {rejected.map((why) => (
              <li key={why} className="pb-error">
                <ErrorIcon size={16} className="pb-error-icon" />
                <span>{why}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="pb-visually-hidden" role="status">
        {attached.length > 0 && translate("filesAttached", { count: attached.length })}
      </p>
      {attached.length > 0 && (
        <ul className="pb-file-list">
          {attached.map(({ name, size, file }, index) => (
            <li key={file}>
              <DocumentIcon />
              <span className="pb-file-name">{name}</span>
              <span className="pb-file-size">{kilobytes(size)}</span>
              <RemoveButton title={translate("removeFile", { name })} onClick={() => remove(index)} registry={registry} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
