/**
 * Unexpected console output fails the test that caused it. A test that expects output says so by putting its own
 * spy in place (`vi.spyOn(console, "error").mockImplementation(() => {})`) and asserting on it.
 */
import { afterEach } from "vitest";

const watched = ["debug", "log", "info", "warn", "error", "trace"] as const;
type Watched = (typeof watched)[number];

let written: { method: Watched; text: string; stack: string }[] = [];

const asText = (value: unknown): string => (value instanceof Error ? (value.stack ?? value.message) : String(value));

for (const method of watched) {
  console[method] = (...values: unknown[]) => {
    written.push({ method, text: values.map(asText).join(" "), stack: new Error().stack?.split("\n").slice(2, 6).join("\n") ?? "" });
  };
}

/** Output while a file is loaded is laid at its first test's door. */
afterEach(() => {
  const unexpected = written;
  written = [];
  if (unexpected.length === 0) return;
  const list = unexpected.map(({ method, text, stack }) => `console.${method}: ${text}\n${stack}`).join("\n\n");
  throw new Error(`Unexpected console output:\n${list}`);
});
