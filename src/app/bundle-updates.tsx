/** Looks now and then whether a newer bundle is served; an open session finishes its screen first. */
import { useEffect } from "react";
import type { BundleFiles } from "../api/bundle-files.js";
import type { PresencePort } from "../runtime/monitors.js";

/** A look is a few bytes, and a publication is rare. */
const EVERY = 60_000;

export function BundleUpdates({ files, presence }: { readonly files: BundleFiles; readonly presence: PresencePort }): null {
  useEffect(() => {
    const look = () => {
      // Offline, or between two releases: the next look will tell.
      if (presence.visible()) files.checkForUpdate().catch(() => undefined);
    };
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [files, presence]);
  return null;
}
