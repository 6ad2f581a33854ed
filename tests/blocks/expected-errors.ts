/** Exports `expectConsoleErrors` for tests of a component that throws: React and jsdom log the error, which would fail the test. */
import { onTestFinished, vi } from "vitest";

export function expectConsoleErrors(): void {
  const spoken = vi.spyOn(console, "error").mockImplementation(() => {});
  const swallow = (event: Event) => event.preventDefault();
  window.addEventListener("error", swallow);
  onTestFinished(() => {
    window.removeEventListener("error", swallow);
    if (spoken.mock.calls.length === 0) throw new Error("No component threw.");
  });
}
