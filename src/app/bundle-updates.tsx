/** Exports `BundleUpdates` for the app: checks regularly whether the gateway serves a newer bundle, which the next navigation loads. */
import { useEffect } from "react";
import type { BundleFiles } from "../api/bundle-files.js";
import type { PresencePort } from "../runtime/monitors.js";

/** The interval in milliseconds. A check transfers a few bytes. */
const CHECK_INTERVAL = 60_000;

export function BundleUpdates({ files, presence }: { readonly files: BundleFiles; readonly presence: PresencePort }): null {
  useEffect(() => {
    const check = () => {
      // The device may be offline, or a release in progress: the next check tries again.
      if (presence.visible()) files.checkForUpdate().catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, [files, presence]);
  return null;
}
