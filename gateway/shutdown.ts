/** Ends what was started, last first, once, when the process is told to. */

export interface Shutdown {
  /** Ends with the process; later ones end before earlier ones. */
  onEnd(name: string, close: () => void | Promise<void>): void;
  /** Ends everything. A second call waits for the first. */
  end(): Promise<void>;
}

/** What has not ended by then is left to the process's own end. */
const CLOSE_TIMEOUT_MS = 10_000;

export function createShutdown(onProblem: (what: string, error: unknown) => void): Shutdown {
  const closers: { readonly what: string; readonly close: () => void | Promise<void> }[] = [];
  let ending: Promise<void> | null = null;

  async function endAll(): Promise<void> {
    for (const { what, close } of closers.reverse()) {
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error("took too long to end")), CLOSE_TIMEOUT_MS);
      });
      try {
        await Promise.race([close(), patience]);
      } catch (error) {
        onProblem(what, error);
      } finally {
        clearTimeout(late);
      }
    }
  }

  return {
    onEnd(what, close) {
      closers.push({ what, close });
    },
    end() {
      ending ??= endAll();
      return ending;
    },
  };
}
