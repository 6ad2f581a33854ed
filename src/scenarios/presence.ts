/** Exports the presence of a depositor in a scenario, for its session: nobody else uses the browser. */
import type { PresencePort } from "../runtime/monitors.js";

export const ALONE: PresencePort = {
  visible: () => true,
  onVisibility: () => () => {},
  onInput: () => () => {},
  shareInput: () => {},
  sharedInput: () => null,
  onInputElsewhere: () => () => {},
  onRestored: () => () => {},
  alone: (_name, work) => work(false),
};
