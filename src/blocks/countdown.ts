/** Exports the hook that counts down to an instant, for controls with a cooldown and for dialogs with a deadline. */
import { useEffect, useState } from "react";
import { SECOND, secondsBetween } from "./clock-text.js";

const secondsTo = (end: number | null): number => (end === null ? 0 : secondsBetween(Date.now(), end));

/** The whole seconds to `end` (epoch milliseconds), each second anew; 0 from then on, and without an end. */
export function useCountdown(end: number | null): number {
  const [left, setLeft] = useState(() => secondsTo(end));
  useEffect(() => {
    setLeft(secondsTo(end));
    if (secondsTo(end) === 0) return;
    const ticking = setInterval(() => {
      const next = secondsTo(end);
      setLeft(next);
      if (next === 0) clearInterval(ticking);
    }, SECOND);
    return () => clearInterval(ticking);
  }, [end]);
  return left;
}
