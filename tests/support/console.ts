/**
 * Runs before each test file, and fails every test that causes unexpected console output. A test that expects output replaces
 * the method with its own spy (`vi.spyOn(console, "error").mockImplementation(() => {})`) and asserts on it.
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

/** Output during the loading of a file fails the file's first test. */
afterEach(() => {
  const unexpected = written;
  written = [];
  if (unexpected.length === 0) return;
  const list = unexpected.map(({ method, text, stack }) => `console.${method}: ${text}\n${stack}`).join("\n\n");
  throw new Error(`Unexpected console output:\n${list}`);
});
