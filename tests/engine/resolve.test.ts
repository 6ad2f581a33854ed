/** Tests `resolve`, `decide` and `explain` with a small bundle: redirects, gates, query keys, parameters and navigation. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/cli/explanation.js";
import { decide } from "../../src/engine/decide.js";
import type { DepositorState, Location } from "../../src/engine/events.js";
import { frameAt, resolve } from "../../src/engine/resolve.js";
import { NoRowHolds, RedirectLoop, UnknownName, WrongValue } from "../../src/language/failures.js";
import { core, deepFreeze, initial } from "../support/small-core.js";

const now = "2026-11-21T12:00:00Z";
const signedIn: DepositorState = {
  ...initial,
  auth: { bearerToken: "marker", session_id: "s", expiresAt: "2026-11-21T13:00:00+00:00", relink: false },
};
const home: DepositorState = {
  ...signedIn,
  progress: { registration_last_step: "completed", registration_status: "PASSED", first_name: "Ada" },
};
const viewOnly: DepositorState = { ...signedIn, progress: { registration_last_step: "completed", registration_status: "VIEW_ONLY" } };

function go(state: DepositorState, pathname: string, search = "", routeState: Location["state"] = null) {
  return resolve(core, state, { pathname, search, state: routeState }, now);
}

describe("resolve", () => {
  test("ends where the guard holds", () => {
    expect(go(home, "/dashboard")).toMatchObject({
      path: "/dashboard",
      chain: ["/dashboard"],
      screen: "dashboard",
      title: "Home, Ada",
      layout: "dashboard",
      progress: null,
      stage: null,
      replace: false,
    });
  });

  test.each(["/login", "/login/", "/"])("%s is the login screen", (path) => {
    expect(go(initial, path).screen).toBe("login");
  });

  test("a trailing slash is the same path, case counts, an unknown path stays as it is", () => {
    expect(go(initial, "/login/")).toMatchObject({ path: "/login", chain: ["/login"], replace: true });
    for (const path of ["/Login", "/nowhere", "/nowhere/", "/login//x"]) {
      expect(go(initial, path)).toMatchObject({ path, chain: [path], screen: "not-found", title: "Not found" });
    }
  });

  test("a failed guard goes by the screen's rows, then the app's", () => {
    expect(go(initial, "/dashboard").chain).toEqual(["/dashboard", "/logout"]);
    expect(go(signedIn, "/dashboard").chain).toEqual(["/dashboard", "/not-found"]);
    expect(go(signedIn, "/invited").chain).toEqual(["/invited", "/login"]);
  });

  test("gates are evaluated before the guard", () => {
    const resolution = go(viewOnly, "/dashboard");
    expect(resolution.chain).toEqual(["/dashboard", "/dashboard/documents"]);
    expect(resolution.hops).toEqual([
      { path: "/dashboard", screen: "dashboard", redirect: { by: "gate", name: "viewOnly", to: "/dashboard/documents" } },
      { path: "/dashboard/documents", screen: "dashboard.documents", redirect: null },
    ]);
  });

  test("moves the declared query keys into the route state: the query wins, and its keys leave the address", () => {
    const resolution = go(initial, "/invited", "?uuid=u1&hash=h&keep=1", { uuid: "old", other: true });
    expect(resolution.route).toEqual({ path: "/invited", params: {}, search: "?keep=1", state: { uuid: "u1", hash: "h", other: true } });
    expect(resolution).toMatchObject({ path: "/invited", replace: true, layout: "registration", progress: 42, stage: 2 });
    expect(go(initial, "/invited", "", { uuid: "u", hash: "h" })).toMatchObject({ path: "/invited", replace: false });
    expect(go(initial, "/invited", "?uuid=&hash=h", { uuid: "u" }).path).toBe("/login");
    expect(go(initial, "/login", "uuid=u").route).toMatchObject({ search: "?uuid=u", state: null });
  });

  test("returns decoded parameters; a malformed escape stays", () => {
    expect(go(initial, "/documents/a%20b")).toMatchObject({ path: "/documents/a%20b", screen: "document", params: { uuid: "a b" } });
    expect(go(initial, "/documents/%E0%A4%A").params).toEqual({ uuid: "%E0%A4%A" });
    expect(go(initial, "/documents/").screen).toBe("not-found");
  });

  test("titles read the route", () => {
    expect(go(initial, "/statements").title).toBe("Statements");
    expect(go(initial, "/statements", "", { year: 2026 }).title).toBe("Statements 2026");
  });

  test("navigation contains the entries open to the depositor, with badges, and none outside the dashboard shell", () => {
    const alerts = [
      { uuid: "1", read_at: null },
      { uuid: "2", read_at: "2026-01-01T00:00:00Z" },
    ];
    expect(go({ ...home, alerts }, "/dashboard").nav.map(({ path, badge }) => [path, badge])).toEqual([
      ["/dashboard", 0],
      ["/dashboard/documents", 0],
      ["/alerts", 1],
    ]);
    expect(go(home, "/dashboard").nav.map(({ path }) => path)).toEqual(["/dashboard", "/dashboard/documents"]);
    expect(go(viewOnly, "/dashboard").nav.map(({ path }) => path)).toEqual(["/dashboard/documents"]);
    expect(go(home, "/login").nav).toEqual([]);
  });

  test("the frame of a screen is the same where its guard does not hold", () => {
    const { layout, nav } = go(home, "/dashboard");
    expect(frameAt(core, home, "/dashboard", now)).toEqual({ layout, nav });
    expect(frameAt(core, initial, "/dashboard", now)).toEqual({ layout, nav: [] });
    expect(frameAt(core, home, "/login", now)).toEqual({ layout: go(initial, "/login").layout, nav: [] });
  });

  test.each([
    ["2026-11-21T12:00:00.001Z", true],
    ["2026-11-21T12:00:00Z", false],
    ["2026-11-21T12:00:01Z", true],
    ["2026-11-21T13:00:00.5+01:00", true],
    ["2026-11-21T12:30:00+01:00", false],
    ["2026-11-21T12:00:00.000Z", false],
  ])("instants are compared as times: %s is after now: %s", (expiresAt, after) => {
    const state = { ...signedIn, auth: { bearerToken: "m", expiresAt } };
    expect(go(state, "/alerts").path).toBe(after ? "/alerts" : "/not-found");
    expect(resolve(core, { ...state, now }, { pathname: "/alerts", search: "", state: null }).path).toBe(after ? "/alerts" : "/not-found");
    expect(resolve(core, state, { pathname: "/alerts", search: "", state: null }, Date.parse(now)).path).toBe(
      after ? "/alerts" : "/not-found",
    );
  });

  test("a loop is a named failure", () => {
    expect(() => go(initial, "/round")).toThrow(new RedirectLoop(["/round", "/about", "/round"]));
  });

  test("without any instant it refuses", () => {
    expect(() => resolve(core, initial, { pathname: "/", search: "", state: null })).toThrow(WrongValue);
  });

  test("is total, deterministic, and leaves its input alone", () => {
    const frozen = deepFreeze(structuredClone(core));
    const states = fc.record({
      auth: fc.record({
        bearerToken: fc.constantFrom(null, "m"),
        expiresAt: fc.constantFrom(null, "2026-11-21T13:00:00Z", "2020-01-01T00:00:00+02:00"),
      }),
      progress: fc.option(
        fc.record({
          registration_last_step: fc.constantFrom(null, "basic", "completed"),
          registration_status: fc.constantFrom(null, "PASSED", "VIEW_ONLY"),
          first_name: fc.option(fc.string()),
        }),
      ),
      alerts: fc.array(fc.record({ uuid: fc.string(), read_at: fc.option(fc.constant(now)) }), { maxLength: 3 }),
    });
    const paths = fc.oneof(
      fc.constantFrom(
        ...Object.values(core.screens)
          .flatMap((screen) => screen.paths)
          .filter((path) => path !== "/round" && path !== "/about"),
      ),
      fc.webPath(),
      fc.string(),
    );
    const routeState = fc.oneof(
      fc.constant(null),
      fc.dictionary(fc.constantFrom("uuid", "hash", "year", "__proto__"), fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
    );
    fc.assert(
      fc.property(states, paths, fc.constantFrom("", "?uuid=1&hash=2", "?hash=%", "&&"), routeState, (partial, pathname, search, state) => {
        const depositor = deepFreeze({ ...initial, ...partial } as DepositorState);
        const location = deepFreeze({ pathname, search, state });
        const first = resolve(frozen, depositor, location, now);
        expect(resolve(frozen, depositor, location, now)).toEqual(first);
        expect(first.chain.at(-1)).toBe(first.path);
        expect(first.hops.map((hop) => hop.path)).toEqual(first.chain);
        expect(explain(frozen, depositor, location, now).resolution).toEqual(first);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("decide", () => {
  test("the first row that holds", () => {
    expect(decide(core, initial, "afterLogin", now)).toBe("/invited");
    expect(decide(core, home, "afterLogin", now)).toBe("/dashboard");
  });
  test("names the missing definition", () => {
    expect(() => decide(core, initial, "beforeLogin", now)).toThrow(new UnknownName("decision", "beforeLogin"));
    expect(() => decide(core, initial, "partial", now)).toThrow(NoRowHolds);
  });
});

describe("explain", () => {
  test("returns each evaluated gate and guard, each part, and the reason of the result", () => {
    expect(explain(core, viewOnly, { pathname: "/dashboard", search: "", state: null }, now).lines.join("\n")).toMatchInlineSnapshot(`
      "/dashboard is the screen dashboard.
        The gate viewOnly redirects to /dashboard/documents when:
          yes all of
            yes loggedIn
              yes auth.bearerToken ("marker") is there
            yes viewOnly
              yes progress.registration_status ("VIEW_ONLY") is "VIEW_ONLY"
        The gate viewOnly holds, so the app redirects to /dashboard/documents.
      /dashboard/documents is the screen dashboard.documents.
        The guard admits when:
          yes loggedIn
            yes auth.bearerToken ("marker") is there
        The guard holds, so the app shows /dashboard/documents, "dashboard.documents" in the dashboard shell."
    `);
    expect(explain(core, initial, { pathname: "/dashboard", search: "", state: null }, now).lines.join("\n")).toMatchInlineSnapshot(`
      "/dashboard is the screen dashboard.
        The gate viewOnly redirects to /dashboard/documents when:
          no  all of
            no  loggedIn
              no  auth.bearerToken (null) is there
            no  viewOnly
              no  progress.registration_status (null) is "VIEW_ONLY"
        The guard admits when:
          no  all of
            no  loggedIn
              no  auth.bearerToken (null) is there
            no  completed
              no  progress.registration_last_step (null) is "completed"
        The guard fails. The rows of the fallback:
          the app's row "notLoggedIn" (-> /logout):
            yes not
              no  loggedIn
                no  auth.bearerToken (null) is there
        Redirects to /logout.
      /logout is the screen logout.
        The guard admits when:
          yes everyone
        The guard holds, so the app shows /logout, "logout" in the plain shell."
    `);
  });
});
