/** Exports the findings about route state: what links give along, and what screens read. For the compiler. */
import { type Finding, finding, orNearest } from "./problems.js";

export const stateUnread = (key: string, known: Iterable<string>): Finding =>
  finding("route-state", `Nothing reads "route.state.${key}", which is passed here${orNearest(key, known)}`);

/** `screen`: the one to which nothing gives it; null where nothing anywhere does. */
export function stateNeverGiven(key: string, known: Iterable<string>, screen: string | null): Finding {
  const [on, to, of] = screen === null ? ["", "", ""] : [` on "${screen}"`, " to it", " of it"];
  const why = `no "go"${to} passes "${key}", and no "queryToState"${of} names it${orNearest(key, known)}`;
  return finding("route-state", `"route.state.${key}" is always null${on}: ${why}`);
}
