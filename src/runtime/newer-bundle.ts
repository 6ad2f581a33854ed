/** Exports how the runtime takes a newer bundle, for `runtime.ts`: at the next navigation, or at once where a configurator has edited a flow. */
import type { BundleCore } from "../language/bundle.js";
import { inZone } from "./frame.js";
import type { ObservableValue } from "./observable-value.js";
import type { RuntimePorts } from "./port.js";

export interface NewerBundleDependencies {
  readonly ports: Pick<RuntimePorts, "bundle" | "store" | "timeZone">;
  readonly core: ObservableValue<BundleCore>;
  /** The newer bundle is in use, or could not be loaded. */
  loaded(): void;
  fault(error: unknown): void;
}

export interface NewerBundle {
  /** A navigation begins. Returns whether a newer bundle is loaded for it first. */
  loadsFor(): boolean;
  /** Listens for newer bundles; returns the function that unsubscribes. */
  subscribe(): () => void;
}

export function createNewerBundle({ ports, core, loaded, fault }: NewerBundleDependencies): NewerBundle {
  let isServed = false;

  /** When the newer bundle cannot be loaded, the present one stays in use until the next navigation. */
  async function load(): Promise<void> {
    try {
      const next = await ports.bundle.core();
      // The newer bundle may declare slices that the state does not have yet.
      ports.store.replace({ ...next.initial, ...ports.store.get() });
      core.set(inZone(next, ports.timeZone));
    } catch (error) {
      isServed = true;
      fault(error);
    }
    loaded();
  }

  return {
    loadsFor() {
      if (!isServed) return false;
      isServed = false;
      void load();
      return true;
    },
    subscribe() {
      const stop = ports.bundle.onNewer?.((when) => {
        if (when === "at next navigation") isServed = true;
        else void load();
      });
      return () => stop?.();
    },
  };
}
