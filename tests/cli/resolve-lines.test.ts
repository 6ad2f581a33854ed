/** Tests the input lines of `flows resolve`: what each returns, how incomplete ones are completed, and which are refused. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.js";
import { Usage } from "../../src/cli/io.js";
import { linesOf } from "../../src/cli/ndjson.js";
import { answerLine } from "../../src/cli/resolve-answer.js";
import { stateCheck } from "../../src/cli/state-check.js";
import { core } from "../support/small-core.js";

const check = stateCheck(readFileSync("schemas/state.schema.json", "utf8"));
const clock = () => Date.parse("2026-11-21T12:00:00Z");

function ask(line: unknown): unknown {
  return answerLine(typeof line === "string" ? line : JSON.stringify(line), 7, { core, check, now: clock });
}
const location = { pathname: "/login", search: "", state: null };

describe("a line of flows resolve", () => {
  test("returns the screen shown", () => {
    expect(ask({ state: {}, location })).toEqual({
      path: "/login",
      chain: ["/login"],
      screen: "login",
      title: "login",
      layout: "auth",
      progress: null,
      stage: null,
      nav: [],
    });
    const state = {
      auth: { bearerToken: "m" },
      progress: { registration_last_step: "completed", registration_status: "PASSED", is_primary: true },
      route: { path: "/login", params: {}, search: "", state: null },
    };
    expect(ask({ state, location: { ...location, pathname: "/dashboard" } })).toMatchObject({
      path: "/dashboard",
      nav: ["/dashboard", "/dashboard/documents"],
    });
    expect(ask({ state, decide: "afterLogin" })).toEqual({ path: "/dashboard" });
  });

  test("fills missing parts up, records inside may carry more", () => {
    expect(ask({ state: {}, location })).toMatchObject({ path: "/login" });
    expect(
      ask({ state: { auth: { bearerToken: "m", more: 1 }, alerts: [{ uuid: "a", read_at: null, more: 1 }] }, location }),
    ).toMatchObject({ path: "/login" });
  });

  test("a missing now is the wall clock", () => {
    const at = (expiresAt: string) =>
      ask({ state: { auth: { bearerToken: "m", expiresAt } }, location: { ...location, pathname: "/alerts" } });
    expect(at("2026-11-21T12:00:01Z")).toMatchObject({ path: "/alerts" });
    expect(at("2026-11-21T11:59:59Z")).toMatchObject({ path: "/not-found" });
  });

  test.each([
    ["not JSON", /^not JSON/],
    ["", /^the line is blank: each line is/],
    [" \r", /^the line is blank/],
    [{ location }, /^state: is missing; a visitor is "state": \{\}/],
    [{ state: null, location }, /^state: must be an object/],
    [{ state: { attempts: {} }, location }, /^state: has no part "attempts"/],
    [{ state: {}, location: { ...location, pathname: "login" } }, /^location\.pathname: must begin with "\/", found "login"/],
    [{ state: {}, location: { ...location, pathname: "" } }, /^location\.pathname: must begin/],
    ["[]", /^line: must be an object/],
    [{ state: {} }, /exactly one/],
    [{ state: {}, location, decide: "afterLogin" }, /exactly one/],
    [{ state: { auht: {} }, location }, /^state: has no part "auht"/],
    [{ state: { progress: {} }, location }, /^state\.progress: .*is_primary/],
    [
      { state: { progress: { is_primary: true, registration_last_step: "COMPLETED" } }, location },
      /^state\.progress\.registration_last_step: must be one of .*"completed"/,
    ],
    [{ state: { auth: { expiresAt: "soon" } }, location }, /^state\.auth\.expiresAt/],
    [{ state: [], location }, /^state: must be an object/],
    [{ state: {}, decide: "afterLogin", x: 1 }, /no part "x"/],
    [{ state: {}, location: "/login" }, /^location: must be an object/],
    [{ state: {}, location: { pathname: 1 } }, /^location\.pathname/],
    [{ state: {}, location: { pathname: "/", query: "" } }, /^location: has no part "query"/],
    [{ state: {}, decide: "nothing" }, /^decide: must be one of afterLogin/],
    [{ state: {}, decide: "toString" }, /^decide/],
    [{ state: {}, location: { ...location, pathname: "/round" } }, /^Redirect loop/],
    [{ state: {}, decide: "partial" }, /^No row/],
  ])("%j is an error of that line alone", (line, why) => {
    const { error, ...more } = ask(line) as { readonly error: string };
    expect(more).toEqual({});
    expect(error).toMatch(/^stdin:7: /);
    expect(error.replace("stdin:7: ", "")).toMatch(why);
  });
});

async function collected(...pieces: readonly (string | Uint8Array)[]): Promise<string[][]> {
  async function* input(): AsyncGenerator<string | Uint8Array> {
    yield* pieces;
  }
  const all: string[][] = [];
  for await (const lines of linesOf(input())) all.push([...lines]);
  return all;
}

test("lines are put together across pieces, letters split between them included", async () => {
  const umlaut = new TextEncoder().encode("\u00fc\n");
  expect(await collected("a\nb", "c\n", umlaut.slice(0, 1), umlaut.slice(1), "end")).toEqual([["a"], ["bc"], ["\u00fc"], ["end"]]);
  expect(await collected("a\n\n")).toEqual([["a", ""]]);
  expect(await collected()).toEqual([]);
});

test("arguments that are not known are wrong usage", () => {
  const brand = ["SLUG", "The brand."] as const;
  const help = { options: { brand }, flags: { update: "Writes." } };
  expect(parseArguments(["--brand", "harbor", "x", "--update"], { ...help, positional: ["FILE"] })).toEqual({
    options: { brand: "harbor" },
    flags: new Set(["update"]),
    rest: ["x"],
  });
  expect(parseArguments(["--brand=a=b"], { options: { brand } }).options).toEqual({ brand: "a=b" });
  for (const args of [["--brand"], ["--color", "red"], ["x"], ["--update=1"]]) expect(() => parseArguments(args, help)).toThrow(Usage);
});
