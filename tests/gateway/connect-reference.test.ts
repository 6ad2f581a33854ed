/** Tests the statements of `gateway/CONNECT.md` that no other test of declared calls covers, and that its tables are complete. */
import { readFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { METHODS } from "../../gateway/connect/method-functions.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { Conflict, UpstreamTimeout } from "../../gateway/upstream/errors.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { perform } from "./perform-declared.js";
import { fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

const TEXT = readFileSync("gateway/CONNECT.md", "utf8");

/** The names that the first column of the table below a heading has. */
function firstColumn(heading: string): readonly string[] {
  const section = TEXT.slice(TEXT.indexOf(heading));
  const rows = section.slice(0, section.indexOf("\n\n", section.indexOf("|---|"))).match(/^\| `.*?\|/gm) ?? [];
  return rows.flatMap((row) => [...row.matchAll(/`(?:->)?@?(\w+)[^`]*`/g)].map(([, name = ""]) => name));
}

describe("the reference", () => {
  it("lists every directive and every argument of @connect", () => {
    const schema = buildSchema(readSchemaText());
    const own = schema.getDirectives().filter(({ name }) => !["include", "skip", "deprecated", "specifiedBy", "oneOf"].includes(name));
    expect([...new Set(firstColumn("## Directives"))].sort()).toEqual(own.map(({ name }) => name).sort());
    const connect = own.find(({ name }) => name === "connect");
    expect([...firstColumn("### The arguments")].sort()).toEqual(connect?.args.map(({ name }) => name).sort());
  });

  it("lists every method", () => {
    expect([...firstColumn("| method | gives |")].sort()).toEqual(Object.keys(METHODS).sort());
  });
});

const DATA = {
  word: " AbC ",
  phone: "(503) 555-0134",
  typed: ".32",
  none: null,
  no: false,
  places: { upper: "PORTLAND, or", lower: "st. paul, mn", mixed: "McAllen, TX" },
  list: [
    { k: 1, v: "a" },
    { k: 2, v: "b" },
    { k: 1, v: "c" },
  ],
};
const selected = async (selection: string) =>
  (await perform(`test: JSON @connect(http: { GET: "/things" }, selection: """${selection}""")`, {}, { "GET /things": { data: DATA } }))
    .value;

describe("a method", () => {
  it.each([
    ["$.word->lower", " abc "],
    ["$.word->upper", " ABC "],
    ["$.word->trim", "AbC"],
    ["$.places.upper->place", "Portland, OR"],
    ["$.places.lower->place", "St. Paul, MN"],
    ["$.places.mixed->place", "McAllen, TX"],
    ["$.phone->digits", "5035550134"],
    ["$.typed->cents", 32],
    ["$.word->trim->eq('AbC')", true],
    ["$.no->not", true],
    ["$.no->or($.none, $.word)", true],
    ["$.word->and($.no)", false],
    [
      "$.list->distinct(@.k)",
      [
        { k: 1, v: "c" },
        { k: 2, v: "b" },
      ],
    ],
  ])("gives by %s what the table says", async (selection, expected) => {
    expect(await selected(selection)).toEqual(expected);
  });

  it.each(["lower", "upper", "trim", "place", "digits", "cents", "filter(@)", "newestFirst(@)", "distinct(@)"])(
    "%s of null gives null",
    async (method) => {
      expect(await selected(`$.none->${method}`)).toBeNull();
    },
  );

  it("that compares gives a value also for null", async () => {
    expect(
      await selected("a: $.none->eq($.no) b: $.none->not c: $.none->or($.word) d: $.none->and($.word) e: $.none->match([null, 'n'])"),
    ).toEqual({
      a: false,
      b: true,
      c: true,
      d: false,
      e: "n",
    });
  });

  it("ignores a comment up to the end of its line", async () => {
    expect(await selected("word # none of this: { is read\n  phone")).toEqual({ word: DATA.word, phone: DATA.phone });
  });
});

describe("a declared call", () => {
  it("for each item of a list stops at the first failure", async () => {
    const upstream = fakeUpstream({ "POST /things/a": {}, "POST /things/b": { status: 409 }, "POST /things/c": {} });
    const call = perform(
      'test(ids: [String!]!): JSON @connect(each: "$args.ids", http: { POST: "/things/{@}" })',
      { ids: ["a", "b", "c"] },
      upstream,
    );
    await expect(call).rejects.toThrow(Conflict);
    expect(upstream.calls()).toEqual(["POST /things/a", "POST /things/b"]);
  });

  it.each([
    ["", 2],
    [", cache: CLEAR", 2],
    [", cache: NONE", 1],
  ])("by POST%s decides whether earlier answers are used again", async (cache, reads) => {
    const { upstream } = await perform(
      `test: JSON
        @connect(http: { GET: "/things" })
        @connect(http: { POST: "/other" }${cache})
        @connect(http: { GET: "/things" })`,
      {},
      { "GET /things": {}, "POST /other": {} },
    );
    expect(upstream.calls().filter((call) => call === "GET /things")).toHaveLength(reads);
  });

  it("ends after timeoutMs", async () => {
    const call = perform('test: JSON @connect(http: { GET: "/things" }, timeoutMs: 20)', {}, { "GET /things": { silent: true } });
    await expect(call).rejects.toThrow(UpstreamTimeout);
  });

  it.each([
    ["", 2],
    [", csrfRetries: 3", 4],
    [", csrfRetries: 0", 1],
  ])("with a rejected token%s is repeated so often", async (retries, times) => {
    const upstream = fakeUpstream({ "POST /things": { status: 419, code: "csrf_expired" } });
    await expect(perform(`test: JSON @connect(http: { POST: "/things" }${retries})`, {}, upstream)).rejects.toMatchObject({ status: 419 });
    expect(upstream.calls()).toHaveLength(times);
  });

  it("sends bearer, token, brand and request id itself", async () => {
    const { last } = await perform('test: JSON @connect(http: { POST: "/things" })', {}, { "POST /things": {} });
    expect(last()?.headers).toMatchObject({ "x-xsrf-token": expect.any(String), "x-brand": "harbor", "x-request-id": "request-1" });
  });
});

describe("a field of the schema", () => {
  const ADDITION = `
    type Thing { name: String other: Part @query(name: "part", if: "name->eq('shown')") }
    type Part { name: String }
    extend type Query {
      thing: Thing @authenticated @connect(http: { GET: "/thing" })
      part: Part @authenticated @connect(http: { GET: "/part" })
      rare: Part @capability(name: "rarities") @connect(http: { GET: "/rare" })
    }`;
  async function client(name: string, features: Readonly<Record<string, boolean>> = {}) {
    const schema = executableSchema(`${readSchemaText()}\n${ADDITION}`, RESOLVERS);
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "GET /thing": { data: { name } },
      "GET /part": { data: { name: "P" } },
      "GET /rare": { data: { name: "R" } },
    });
    return { upstream, client: new HttpClient(await openGateway(upstream, { schema: () => schema, bundles: fakeBundles(features) })) };
  }

  it("with @authenticated fails with 401 before any call when nobody is signed in", async () => {
    const { client: browser, upstream } = await client("shown");
    expect((await browser.graphql("{ thing { name } }")).errors).toMatchObject([{ extensions: { status: 401 } }]);
    expect(upstream.requests).toEqual([]);
  });

  it("with @query is answered by the query as far as its condition holds", async () => {
    for (const [name, other] of [
      ["shown", { name: "P" }],
      ["hidden", null],
    ] as const) {
      const { client: browser } = await client(name);
      await browser.signIn();
      expect(await browser.graphql("{ thing { name other { name } } }")).toEqual({ data: { thing: { name, other } } });
    }
  });

  it("with @capability fails with 404 no_capability when the upstream lacks it", async () => {
    const { client: browser, upstream } = await client("shown", { rarities: false });
    expect((await browser.graphql("{ rare { name } }")).errors).toMatchObject([{ extensions: { status: 404, code: "no_capability" } }]);
    expect(upstream.requests).toEqual([]);
    expect(await (await client("shown")).client.graphql("{ rare { name } }")).toEqual({ data: { rare: { name: "R" } } });
  });
});
