/** For a test that means to see a component throw: React and jsdom say so on the console, which would fail it. */
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
