/** Runs the page of bare rjsf 6 in the form benchmark: its own templates and validator, and live validation after the first submit. */
import Form from "@rjsf/core";
import type { UiSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { type ReactElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { fieldNames, labelOf, schemaOf } from "./fields.js";

function Page({ count }: { readonly count: number }): ReactElement {
  const [opened, setOpened] = useState(() => new URLSearchParams(window.location.search).has("open"));
  const [submitted, setSubmitted] = useState(false);
  const [schema] = useState(() => schemaOf(count));
  const [uiSchema] = useState<UiSchema>(() => Object.fromEntries(fieldNames(count).map((name) => [name, { "ui:title": labelOf(name) }])));
  if (!opened) {
    return (
      <button type="button" onClick={() => setOpened(true)}>
        Open the form
      </button>
    );
  }
  return (
    <Form
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      noHtml5Validate
      liveValidate={submitted ? "onChange" : false}
      onError={() => setSubmitted(true)}
    />
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(<Page count={Number(new URLSearchParams(window.location.search).get("fields"))} />);
