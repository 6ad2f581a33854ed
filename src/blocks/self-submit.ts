/** Exports the hook of forms that submit themselves (`submitOn`), for the form block. */
import { useEffect, useRef } from "react";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { valueAt } from "./form-data.js";
import { serialized } from "./form-errors.js";

interface SelfSubmit {
  /** Call when the depositor has changed the data. `isValid` is evaluated only when the form may submit itself. */
  changed(data: Json, isValid: () => boolean): void;
  /** Call when the form is sent, by whichever way. */
  sent(data: Json): void;
}

/** Submits once for each value of the field, after a pause without changes. A form without `submitOn` never does. */
export function useSelfSubmit(block: FormBlock, screen: ScreenHandle, submit: () => void): SelfSubmit {
  const latest = useRef(submit);
  latest.current = submit;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const done = useRef<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { submitOn } = block;
  const value = (data: Json): string => serialized(valueAt(data, submitOn ?? ""));
  return {
    changed(data, isValid) {
      if (submitOn === undefined) return;
      clearTimeout(timer.current);
      if (value(data) === done.current || !isValid()) return;
      timer.current = setTimeout(() => latest.current(), screen.duration("submitPause"));
    },
    sent(data) {
      clearTimeout(timer.current);
      if (submitOn !== undefined) done.current = value(data);
    },
  };
}
