/** Tests `createScreenResolution`: what it keeps of the last resolution is never older than what the address depends on. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { DepositorState, Resolution } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import type { BundleCore } from "../../src/language/bundle.js";
import { createScreenResolution } from "../../src/runtime/screen-resolution.js";
import { core, initial } from "../support/small-core.js";

interface Present {
  readonly core: BundleCore;
  readonly state: DepositorState;
  readonly now: number;
  readonly route: Resolution["route"];
}

const { login } = core.screens;
if (login === undefined) throw new Error("The small bundle has no login.");
const renamed: BundleCore = { ...core, screens: { ...core.screens, login: { ...login, title: "Sign in" } } };

const expiresAt = "2026-11-21T12:00:00.000Z";
const signedIn: DepositorState = { ...initial, auth: { bearerToken: "marker", session_id: "s", expiresAt, relink: false } };

const routeTo = (path: string): Resolution["route"] => ({ path, params: {}, search: "", state: null });

const presents = fc.record<Present>({
  core: fc.constantFrom(core, renamed),
  state: fc.constantFrom(initial, signedIn),
  now: fc.constantFrom(Date.parse(expiresAt) - 1000, Date.parse(expiresAt) + 1000),
  route: fc.constantFrom(routeTo("/login"), routeTo("/alerts"), routeTo("/dashboard")),
});

const directly = ({ core: bundle, state, now, route }: Present): Resolution =>
  resolve(bundle, state, { pathname: route.path, search: route.search, state: route.state }, now);

it("resolves as the engine does after any changes", () => {
  fc.assert(
    fc.property(fc.array(presents, { minLength: 2, maxLength: 20 }), (sequence) => {
      let present = sequence[0] as Present;
      const resolution = createScreenResolution({ core: () => present.core, state: () => present.state, now: () => present.now });
      for (const next of sequence) {
        present = next;
        expect(resolution(present.route)).toEqual(directly(present));
      }
    }),
  );
});

it("is the same object until something changes", () => {
  const resolution = createScreenResolution({ core: () => core, state: () => initial, now: () => Date.parse(expiresAt) });
  const route = routeTo("/login");
  expect(resolution(route)).toBe(resolution(route));
});
