/** Exports the hook of forms that submit themselves, for the form block. */
import { useEffect, useRef, useState } from "react";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { SelfSubmit } from "./self-submit.js";

function later(milliseconds: number, done: () => void): () => void {
  const timer = setTimeout(done, milliseconds);
  return () => clearTimeout(timer);
}

/** See `SelfSubmit`; `submit` is that of the last rendering. */
export function useSelfSubmit(block: FormBlock, screen: ScreenHandle, submit: () => void) {
  const latest = useRef(submit);
  latest.current = submit;
  const [own] = useState(() => new SelfSubmit(later));
  useEffect(() => () => own.stop(), [own]);
  return {
    changed: (data: Json, isValid: () => boolean) =>
      own.changed(block, data, { isValid, pause: () => screen.duration("submitPause"), submit: () => latest.current() }),
    sent: (data: Json) => own.sent(block, data),
  };
}
