/** Tests of declared calls: what a field's directives send to the upstream, and what they make of its answer. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MOST_ITEMS } from "../../gateway/connect/declared-resolver.js";
import { readSchemaText } from "../../gateway/schema.js";
import { Conflict, Invalid, NotFound, UpstreamFailed } from "../../gateway/upstream/errors.js";
import { fakeUpstream } from "./fake-upstream.js";
import { perform } from "./perform-declared.js";

describe("the request", () => {
  it("is limited as the directive's description says", () => {
    expect(readSchemaText()).toContain(`It has at most ${MOST_ITEMS} items;`);
    expect(readFileSync(new URL("../../gateway/CONNECT.md", import.meta.url), "utf8")).toContain(`It has at most ${MOST_ITEMS} items.`);
  });

  it("has the path's values percent-encoded, and leaves out query parameters without a value", async () => {
    const field = 'test(id: String, all: Boolean): JSON @connect(http: { GET: "/things/{$args.id}?all={$args.all}&kind=a" })';
    const { upstream } = await perform(field, { id: "a/b c", all: null }, { "GET /things/a%2Fb%20c?kind=a": { data: 1 } });
    expect(upstream.calls()).toEqual(["GET /things/a%2Fb%20c?kind=a"]);
    await expect(perform(field, { id: null }, {})).rejects.toThrow("a part of the path has no value");
  });

  it.each(["", ".", "..", "%2e%2E", ".%2e"])("is not sent with the id %j, which would address another resource", async (id) => {
    const upstream = fakeUpstream({});
    const field = 'test(id: String): JSON @connect(http: { DELETE: "/things/{$args.id}/parts" })';
    await expect(perform(field, { id }, upstream)).rejects.toThrow(NotFound);
    expect(upstream.requests).toEqual([]);
  });

  it("has a body of the arguments, without null values", async () => {
    const body = "$args.input { name note } size: $args.input.size->digits";
    const field = `test(input: ThingInput): JSON @connect(http: { POST: "/things", body: "thing: ${body}" })`;
    const { last } = await perform(field, { input: { name: "N", note: null, size: "1-2" } }, { "POST /things": {} });
    expect(last()?.body).toEqual({ thing: { name: "N" }, size: "12" });
  });

  it("has headers, cookies and an idempotency key, as far as they have a value", async () => {
    const field = `test(key: String): JSON @connect(
      http: {
        POST: "/things"
        headers: [{ name: "X-One", value: "one {$args.key}" }, { name: "X-None", value: "{$session.none}" }]
        cookies: [{ name: "device", value: "{$session.device}" }]
      }
      idempotencyKey: "$args.key"
    )`;
    const { last } = await perform(field, { key: "k 1" }, { "POST /things": {} }, { session: { device: "a;b" } });
    expect(last()?.headers).toMatchObject({
      "x-one": "one k 1",
      "idempotency-key": "k 1",
      cookie: expect.stringContaining("device=a%3Bb"),
    });
    expect(last()?.headers).not.toHaveProperty("x-none");
  });

  it("is repeated for each item of a list, skipped when its condition does not hold, and its objects become one", async () => {
    const field = `test(ids: [String!]!, more: Boolean): JSON
      @connect(each: "$args.ids", http: { POST: "/things/{@}" }, selection: "first: one")
      @connect(if: "$args.more", http: { GET: "/more" }, selection: "two")`;
    const answers = { "POST /things/a": { data: { one: 1 } }, "POST /things/b": { data: { one: 2 } }, "GET /more": { data: { two: 3 } } };
    const both = await perform(field, { ids: ["a", "b"], more: true }, answers);
    expect(both.value).toEqual({ first: 2, two: 3 });
    const one = await perform(field, { ids: ["a"], more: false }, answers);
    expect([one.value, one.upstream.calls()]).toEqual([{ first: 1 }, ["POST /things/a"]]);
  });

  it("is sent for no item of a list of the arguments that is too long or has an item twice, not even after another call", async () => {
    const field = `test(ids: [ThingInput!]!): JSON
      @connect(http: { GET: "/first" })
      @connect(each: "$args.ids", http: { POST: "/things/{@.name}" }, selection: "{}")`;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `t${index}` }));
    const answers = { "GET /first": {}, ...Object.fromEntries(ids(50).map(({ name }) => [`POST /things/${name}`, {}])) };
    expect((await perform(field, { ids: ids(50) }, answers)).upstream.calls()).toHaveLength(51);
    for (const list of [ids(51), [...ids(3), { name: "t1" }], Array(300).fill({ name: "t1" })]) {
      const upstream = fakeUpstream(answers);
      await expect(perform(field, { ids: list }, upstream)).rejects.toThrow(Invalid);
      expect(upstream.requests).toEqual([]);
    }
  });

  it("is sent for no item of a list of the upstream that is too long", async () => {
    const field = `test: JSON @connect(http: { GET: "/list" }) @connect(each: "$", http: { POST: "/things/{@}" })`;
    const upstream = fakeUpstream({ "GET /list": { data: Array.from({ length: 51 }, (_, index) => index) } });
    await expect(perform(field, {}, upstream)).rejects.toThrow(UpstreamFailed);
    expect(upstream.calls()).toEqual(["GET /list"]);
  });

  it.each([
    ["GET", "", 1],
    ["GET", ", cache: NONE", 2],
    ["POST", "", 2],
  ])("by %s%s is sent as often as its cache rule says", async (method, cache, times) => {
    const { upstream, run } = await perform(
      `test: JSON @connect(http: { ${method}: "/things" }${cache})`,
      {},
      { [`${method} /things`]: {} },
    );
    await run();
    expect(upstream.calls()).toHaveLength(times);
  });
});

describe("the answer", () => {
  it("has the fields of the type, and the mappings of their types", async () => {
    const things = { "GET /things": { data: [{ uuid: "t", kind: "one", parts: [{ name: "a b" }] }] } };
    const field = 'test: [Thing!]! @connect(http: { GET: "/things" })';
    expect((await perform(field, {}, things, { capabilities: ["parts"] })).value).toEqual([
      { uuid: "t", kind: "ONE", parts: [{ name: "a b", href: "/things/t/a%20b" }] },
    ]);
    expect((await perform(field, {}, things)).value).toMatchObject([{ parts: [] }]);
  });

  it.each([
    ["name", { name: "N" }],
    ["label: name deep: { kind name }", { label: "N", deep: { kind: null, name: "N" } }],
    ["all: parts { n }", { all: [{ n: 1 }, { n: 2 }] }],
    ["all: parts.n", { all: [1, 2] }],
    ["a: $.none ?? $.name b: $('x-{name}') c: $message", { a: "N", b: "x-N", c: "Done." }],
    ["kept: parts->filter(@.n->eq(2))", { kept: [{ n: 2, at: "b" }] }],
    ["sorted: parts->newestFirst(@.at) { n }", { sorted: [{ n: 2 }, { n: 1 }] }],
    ["$.kind->match(['x', 1], [null, 2])", 2],
    ["$.name->match(['x', 1], [@, $.parts.n])", [1, 2]],
    ["$.name->eq('N')->and($.parts)->not", false],
    ["$(['a', 1, true, null])", ["a", 1, true, null]],
  ])("is selected by %s", async (selection, expected) => {
    const data = {
      name: "N",
      kind: null,
      parts: [
        { n: 1, at: "a" },
        { n: 2, at: "b" },
      ],
    };
    const field = `test: JSON @connect(http: { GET: "/things" }, selection: "${selection}")`;
    expect((await perform(field, {}, { "GET /things": { data, message: "Done." } })).value).toEqual(expected);
  });

  it.each([
    ["test: [Thing!]!", { uuid: "t" }],
    ["test: Thing!", null],
    ["test: Thing", [{ uuid: "t" }]],
    ["test: [Thing!]", ["t"]],
  ])("of another shape than %s is the upstream's failure", async (field, data) => {
    await expect(perform(`${field} @connect(http: { GET: "/things" })`, {}, { "GET /things": { data } })).rejects.toThrow(UpstreamFailed);
  });

  it("with a value that no pair of match has is the upstream's failure", async () => {
    const field = `test: JSON @connect(http: { GET: "/things" }, selection: "$.kind->match(['a', 1])")`;
    await expect(perform(field, {}, { "GET /things": { data: { kind: "b" } } })).rejects.toThrow(UpstreamFailed);
  });

  it("of progress has one spelling, whatever the upstream's (D3)", async () => {
    const progress = { registration_last_step: "COMPLETED", extended_status: "funded", is_primary: 1 };
    const field = 'test: Progress @connect(http: { GET: "/things" })';
    expect((await perform(field, {}, { "GET /things": { data: progress } })).value).toEqual({
      registration_last_step: "completed",
      extended_status: "FUNDED",
      is_primary: false,
    });
  });
});

describe("a failure", () => {
  const field = `test: JSON @connect(
    http: { GET: "/things" }
    errors: [{ from: "409.exists", to: "422.validation", path: "name" }, { from: "404", to: "409.gone" }]
  )`;

  it("becomes the one that the directive names", async () => {
    const exists = perform(field, {}, { "GET /things": { status: 409, code: "exists", message: "There is one." } });
    await expect(exists).rejects.toThrow(Invalid);
    await expect(exists).rejects.toMatchObject({ code: "validation", errors: [{ path: "name", message: "There is one." }] });
    await expect(perform(field, {}, { "GET /things": { status: 404 } })).rejects.toMatchObject({ status: 409, code: "gone" });
  });

  it("that the directive does not name stays as it is", async () => {
    const other = perform(field, {}, { "GET /things": { status: 409, code: "conflict" } });
    await expect(other).rejects.toThrow(Conflict);
    await expect(other).rejects.toMatchObject({ code: "conflict" });
  });
});
