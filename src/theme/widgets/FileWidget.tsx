/** Exports rjsf's file widget: files as data URLs. */
import { DocumentIcon } from "@blueprintjs/icons";
import type { WidgetProps } from "@rjsf/utils";
import { getTemplate, useFileWidgetProps } from "@rjsf/utils";
import { kilobytes } from "../attachments.js";
import { useErrorAttributes } from "../described-by.js";
import { useTranslate } from "../texts.js";

export function FileWidget(props: WidgetProps) {
  const { id, htmlName, value, multiple, disabled, readonly, required, options, registry, onChange } = props;
  const { filesInfo, handleChange, handleRemove } = useFileWidgetProps(value, onChange, multiple);
  const errorAttributes = useErrorAttributes(props);
  const translate = useTranslate();
  const { RemoveButton } = getTemplate("ButtonTemplates", registry, options);
  return (
    <div className="pb-files">
      <div className="pb-file">
        <input
          id={id}
          name={htmlName || id}
          type="file"
          multiple={multiple}
          accept={typeof options.accept === "string" ? options.accept : undefined}
          disabled={disabled || readonly}
          required={required && filesInfo.length === 0}
          {...errorAttributes}
          onChange={(event) => {
            if (event.target.files) void handleChange(event.target.files);
          }}
        />
        <span className="pb-file-cue" aria-hidden="true">
          {multiple ? translate("chooseFiles") : translate("chooseFile")}
        </span>
      </div>
      {filesInfo.length > 0 && (
        <ul className="pb-file-list">
          {filesInfo.map(({ name, size, dataURL }, index) => (
            <li key={`${name} ${dataURL ?? index}`}>
              <DocumentIcon />
              <span className="pb-file-name">{name}</span>
              <span className="pb-file-size">{kilobytes(size)}</span>
              <RemoveButton title={translate("removeFile", { name })} onClick={() => handleRemove(index)} registry={registry} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
