/** Exports the findings about route state: what links give along, and what screens read. For the compiler. */
import { type Finding, finding, orNearest, orNearestValue, type Place } from "./problems.js";

export const stateUnread = (key: string, known: Iterable<string>): Finding =>
  finding("route-state", `Nothing reads "route.state.${key}", which is passed here${orNearest(key, known)}`);

/** How many places a message names. */
const NAMED = 3;

/**
 * `screen`: the one to which nothing gives it; null where nothing anywhere does. `elsewhere`: where a value with its name is
 * passed.
 */
export function stateNeverGiven(
  key: string,
  known: Iterable<string>,
  screen: string | null,
  elsewhere: readonly Pick<Place, "file" | "line">[] = [],
): Finding {
  const [on, to, of] = screen === null ? ["", "", ""] : [` on "${screen}"`, " to it", " of it"];
  const places = elsewhere.slice(0, NAMED).map(({ file, line }) => `${file}:${line}`);
  const others = elsewhere.length > NAMED ? `, and ${elsewhere.length - NAMED} more places` : "";
  const passed = places.length === 0 ? "" : `; "${key}" is passed at ${places.join(", ")}${others}`;
  const why = `no "go"${to} passes "${key}", and no "queryToState"${of} names it${orNearest(key, known)}${passed}`;
  return finding("route-state", `"route.state.${key}" is always null${on}: ${why}`);
}

/** `screen`: the one that compares; null where all screens do. */
export function stateNeverIs(key: string, constant: unknown, passed: readonly unknown[], screen: string | null): Finding {
  const [on, to] = screen === null ? ["", ""] : [` on "${screen}"`, " to it"];
  const values = passed.map((value) => JSON.stringify(value)).join(", ");
  return finding(
    "route-state",
    `"route.state.${key}" is never ${JSON.stringify(constant)}${on}: what a "go"${to} passes is ${values}${orNearestValue(constant, passed)}`,
  );
}
