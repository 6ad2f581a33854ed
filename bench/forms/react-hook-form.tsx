/** Runs the page of react-hook-form in the form benchmark: bare inputs with its own rules, validated from the first submit on. */
import type { ReactElement } from "react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { useForm } from "react-hook-form";
import { fieldNames, LENGTHS, labelOf, PATTERN } from "./fields.js";

const RULES = {
  required: "Enter a value.",
  minLength: { value: LENGTHS.least, message: "Too short." },
  maxLength: { value: LENGTHS.most, message: "Too long." },
  pattern: { value: new RegExp(PATTERN), message: "Letters and spaces alone." },
};

function Fields({ count }: { readonly count: number }): ReactElement {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<Record<string, string>>();
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(() => {})(event)}>
      {fieldNames(count).map((name) => {
        const message = errors[name]?.message;
        return (
          <div key={name}>
            <label htmlFor={name}>{labelOf(name)}</label>
            <input
              id={name}
              {...register(name, RULES)}
              aria-invalid={message === undefined ? undefined : true}
              aria-describedby={message === undefined ? undefined : `${name}-error`}
            />
            {message !== undefined && <p id={`${name}-error`}>{message}</p>}
          </div>
        );
      })}
      <button type="submit">Send</button>
    </form>
  );
}

function Page({ count }: { readonly count: number }): ReactElement {
  const [opened, setOpened] = useState(() => new URLSearchParams(window.location.search).has("open"));
  return opened ? (
    <Fields count={count} />
  ) : (
    <button type="button" onClick={() => setOpened(true)}>
      Open the form
    </button>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(<Page count={Number(new URLSearchParams(window.location.search).get("fields"))} />);
