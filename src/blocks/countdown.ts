/** Exports the hook that counts down to an instant, for controls with a cooldown and for dialogs with a deadline. */
import { useEffect, useState } from "react";

const SECOND = 1000;

/** Whole seconds as `m:ss`. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const secondsTo = (end: number | null): number => (end === null ? 0 : Math.max(0, Math.ceil((end - Date.now()) / SECOND)));

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
