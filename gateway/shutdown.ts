/**
 * Exports the orderly shutdown of the process, for the composition root: it closes what was started, in reverse order,
 * once.
 */

export interface Shutdown {
  /** Registers a close function; later registrations close before earlier ones. */
  onEnd(name: string, close: () => void | Promise<void>): void;
  /** Closes everything. A second call waits for the first. */
  end(): Promise<void>;
}

/** After this time, the exit of the process ends what has not closed. */
const CLOSE_TIMEOUT_MS = 10_000;

export function createShutdown(onProblem: (name: string, error: unknown) => void): Shutdown {
  const closers: { readonly what: string; readonly close: () => void | Promise<void> }[] = [];
  let ending: Promise<void> | null = null;

  async function endAll(): Promise<void> {
    for (const { what: name, close } of closers.reverse()) {
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error("took too long to end")), CLOSE_TIMEOUT_MS);
      });
      try {
        await Promise.race([close(), patience]);
      } catch (error) {
        onProblem(name, error);
      } finally {
        clearTimeout(late);
      }
    }
  }

  return {
    onEnd(name, close) {
      closers.push({ what: name, close });
    },
    end() {
      ending ??= endAll();
      return ending;
    },
  };
}
