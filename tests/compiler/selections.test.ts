/** Tests the checks of what operations select: something reads each field, and each field of the state that is read is selected. */
import { describe, expect, it } from "vitest";
import { OPERATIONS, problemsOf, smallSource, withScreen } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;

/** A screen that shows a list of accounts, and the operations that give it. */
const found = (block: Json, operations: string, screen: Json = {}) =>
  problemsOf({
    ...withScreen("page", { body: { items: { list: block } }, ...screen }),
    "flows/start.graphql": OPERATIONS,
    "flows/more.graphql": operations,
  }).map(({ rule, message, line }) => `${rule}: ${message} (${line})`);

const unread = (name: string, line: number) => `unused: Nothing reads the field "${name}" of the answer (${line})`;
const LIST = { block: "list", empty: { text: "None" } };
const text = (path: string) => ({ text: "{it}", values: { it: { var: path } } });
const MARK = { actions: { mark: { call: "MarkAll", on: { ok: { go: "/" } } } }, onEnter: ["mark"] };
const ALERTS = { alerts: { query: "Alerts" } };

describe("a field that an operation selects", () => {
  const shown = (items: unknown, title: string, operation: string) =>
    found({ ...LIST, items, item: { title: text(title) } }, operation, { data: ALERTS });

  it("is read by the items of a list, of the state or of the answer", () => {
    const query = "query Alerts {\n  alerts {\n    uuid\n    title\n    body\n  }\n}\n";
    expect(shown({ var: "alerts" }, "item.title", query)).toEqual([unread("body", 5)]);
    expect(shown({ var: "data.alerts" }, "item.body", query)).toEqual([unread("title", 4)]);
  });

  it("is read by an operator over the items, and not by what only counts them", () => {
    const query = "query Alerts {\n  alerts {\n    uuid\n    title\n    read_at\n  }\n}\n";
    const unseen = { filter: [{ var: "alerts" }, { "!": { var: "read_at" } }] };
    expect(shown(unseen, "item.title", query)).toEqual([]);
    expect(shown({ var: "alerts" }, "item.title", query)).toEqual([unread("read_at", 5)]);
  });

  it("is read by a condition", () => {
    const query = "query Alerts {\n  alerts {\n    uuid\n    title\n    read_at\n  }\n}\n";
    const when = { some: [{ var: "alerts" }, { "!": { var: "read_at" } }] };
    expect(found({ ...LIST, when, items: { var: "alerts" }, item: { title: text("item.title") } }, query, { data: ALERTS })).toEqual([]);
  });

  it("of a fragment is read where one of the operations has a reader", () => {
    const fragment = "fragment One on Alert {\n  uuid\n  title\n  body\n}\n";
    const both = "query Alerts { alerts { ...One } }\nmutation MarkAll { markAllAlertsRead { alerts { ...One } } }\n";
    const data = { first: { query: "Alerts" } };
    const block = { ...LIST, items: { var: "data.first" }, item: { title: text("item.title"), text: text("item.body") } };
    expect(found(block, `${both}${fragment}`, { data, ...MARK })).toEqual([]);
  });

  it("lacks in a fragment, which is reported there, once for all that read it", () => {
    const queries =
      "query Alerts { alerts { ...One } }\nquery Older { alerts { ...One read_at } }\nfragment One on Alert {\n  uuid\n  title\n}\n";
    const list = { ...LIST, items: { var: "data.alerts" }, item: { title: text("item.body"), text: text("item.body") } };
    const lacking = (query: string) => found(list, queries, { data: { alerts: { query } } }).filter((one) => one.includes("body"));
    expect(lacking("Alerts")).toEqual(['field-not-selected: The fragment "One" does not select "body" (3)']);
    const inOperation = expect.stringMatching(/^unknown-variable: .* "body" is not selected with the fields/);
    expect(lacking("Older")).toEqual([inOperation, inOperation]);
  });

  it("is read by the component of a block, which has each field that it needs", () => {
    const config = {
      block: "provider",
      provider: "fastlink",
      config: { var: "data.config" },
      event: "stay",
      exit: "stay",
      label: "Your bank",
    };
    const given = (fields: string) =>
      found(config, `query Config { fastlinkConfig { ${fields} } }\n`, {
        data: { config: { query: "Config" } },
        actions: { stay: { then: { silent: true } } },
      });
    expect(given("fastLinkURL accessToken params")).toEqual([]);
    expect(given("fastLinkURL params")).toEqual([expect.stringMatching(/^unknown-variable: .*"config\.accessToken"/)]);
  });

  it("without a declared type is for brands, which read what their institution has in it", () => {
    const block = { block: "text", markdown: "Hello.", when: { "!!": { var: "data.mine.suffix" } } };
    const query = "query Mine {\n  profile {\n    suffix\n    custom_fields\n    city\n  }\n}\n";
    expect(found(block, query, { data: { mine: { query: "Mine" } } })).toEqual([unread("city", 5)]);
  });

  it("stays where nothing of an answer is read: a selection is never empty", () => {
    const block = { block: "text", markdown: "Hello.", when: { "!!": { var: "data.alerts" } } };
    expect(found(block, "query Alerts {\n  alerts {\n    uuid\n  }\n}\n", { data: ALERTS })).toEqual([]);
    expect(found(block, "query Alerts {\n  alerts {\n    uuid\n    title\n  }\n}\n", { data: ALERTS })).toEqual([unread("title", 4)]);
  });
});

describe("a field of the state that is read", () => {
  const read = (path: string, operations: string) =>
    found({ ...LIST, items: { var: "alerts" }, item: { title: text("item.title") }, when: { "!!": { var: path } } }, operations, {
      data: ALERTS,
      ...MARK,
    }).filter((one) => one.startsWith("field-not-selected"));

  it("is selected by every operation that replaces its list", () => {
    const [query, mutation] = ["query Alerts { alerts { uuid title } }\n", "mutation MarkAll { markAllAlertsRead { alerts { uuid } } }\n"];
    expect(read("alerts.0.title", `${query}${mutation}`)).toEqual([
      expect.stringContaining(`The state's "alerts[].title" is read, and MarkAll (flows/more.graphql:2) writes "alerts" without it`),
    ]);
    expect(read("alerts.0.title", `${query}${mutation.replace("uuid", "uuid title")}`)).toEqual([]);
  });

  it("is reported at the fragment with which every operation selects the object", () => {
    const operations = (mutation: string) =>
      `query Alerts { alerts { ...One } }\nmutation MarkAll { markAllAlertsRead { alerts { ${mutation} } } }\nfragment One on Alert {\n  uuid\n}\n`;
    const notThere = `field-not-selected: The fragment "One" does not select the state's "alerts[].title" (3)`;
    expect(read("alerts.0.title", operations("...One"))).toEqual([notThere]);
    expect(read("alerts.0.title", operations("...One title"))).toEqual([notThere]);
    expect(read("alerts.0.title", operations("uuid"))).toEqual([expect.stringContaining("Alerts (flows/more.graphql:1), MarkAll")]);
  });

  it("is selected by one operation where objects merge", () => {
    // What something outside of the flows reads (`x-read`).
    const OTHERS = "first_name depositor_id registration_status registration_last_step";
    const step = (fields: string) => ({
      "flows/start.graphql": OPERATIONS.replace(/^query Progress .*$/m, `query Progress { progress { ${OTHERS} ${fields} } }`),
    });
    const rules = (fields: string) =>
      new Set(problemsOf(step(fields)).flatMap(({ rule, message }) => (rule === "field-not-selected" ? [message] : [])));
    expect(rules("extended_status is_primary")).toEqual(new Set());
    expect(rules("is_primary")).toEqual(
      new Set([`The state's "progress.extended_status" is read, and Progress (flows/start.graphql:1) writes "progress" without it`]),
    );
  });

  it("is selected by each query that answers with the object, beside operations that change it", () => {
    const load = "query Nonprofit { nonprofit { name locationAddress } }\n";
    const change = "mutation Choose($ein: String!) { selectNonprofit(ein: $ein) { nonprofit { name status } } }\n";
    const block = { block: "text", markdown: text("nonprofit.name"), when: { "!=": [{ var: "nonprofit.status" }, "FAILED"] } };
    const screen = {
      data: { nonprofit: { query: "Nonprofit" } },
      actions: { choose: { call: "Choose", with: { ein: "12-3456789" }, on: { ok: { go: "/" } } } },
      onEnter: ["choose"],
    };
    expect(found(block, `${load}${change}`, screen)).toEqual([
      expect.stringContaining(`The state's "nonprofit.status" is read, and Nonprofit (flows/more.graphql:1) writes "nonprofit" without it`),
    ]);
    expect(found(block, `${load.replace("name", "name status")}${change}`, screen)).toEqual([]);
  });

  it("is selected although an effect writes it to the items that are there", () => {
    const actions = { read: { then: { set: { "alerts[].read_at": { var: "now" } } } } };
    const block = { ...LIST, items: { filter: [{ var: "alerts" }, { "!": { var: "read_at" } }] }, item: { title: text("item.title") } };
    expect(found(block, "query Alerts { alerts { uuid title } }\n", { data: ALERTS, actions, onEnter: ["read"] })).toEqual([
      expect.stringContaining(`The state's "alerts[].read_at" is read, and Alerts (flows/more.graphql:1) writes "alerts" without it`),
    ]);
  });

  it("is selected by the query of its slice where something outside of the flows reads it", () => {
    const block = { block: "text", markdown: text("nonprofit.name") };
    const message = `field-not-selected: The state's "nonprofit.locationAddress" is read, and Nonprofit (flows/more.graphql:1) writes "nonprofit" without it`;
    const lacking = (fields: string) =>
      found(block, `query Nonprofit { nonprofit { ${fields} } }\n`, { data: { one: { query: "Nonprofit" } } });
    expect(lacking("name")).toEqual([expect.stringContaining(message)]);
    expect(lacking("name locationAddress")).toEqual([]);
  });

  it("is data of the depositor where its operations need a session", () => {
    const state = smallSource().files.get("schemas/state.schema.json") ?? "";
    const ofAlerts = '"title": "Alerts",\n      "x-personal": true,';
    expect(state).toContain(ofAlerts);
    const unmarked = (slice: string, text: string, query: string) =>
      problemsOf({
        ...withScreen("page", { data: { one: { query: "One" } }, body: { items: { list: { block: "text", markdown: text } } } }),
        "schemas/state.schema.json": state.replace(ofAlerts, '"title": "Alerts",'),
        "flows/more.graphql": query,
      }).flatMap(({ rule, message }) => (rule === "reset-incomplete" && message.includes(slice) ? [message] : []));
    expect(unmarked("alerts", "Hello.", "query One { alerts { uuid } }\n")).toEqual([
      '"alerts" is data of the depositor, as One needs a session: write "x-personal": true',
    ]);
    expect(unmarked("branding", "Hello.", "query One { branding { slug } }\n")).toEqual([]);
  });

  it("has an empty default where its operations need a session", () => {
    const file = "schemas/state.schema.json";
    const defaults = (slice: string, value: unknown) => {
      const state = JSON.parse(smallSource().files.get(file) ?? "") as { properties: Record<string, object> };
      state.properties[slice] = { ...state.properties[slice], default: value };
      return problemsOf({ [file]: `${JSON.stringify(state, null, 2)}\n` }).flatMap(({ rule, message }) =>
        rule === "reset-incomplete" ? [message] : [],
      );
    };
    expect(defaults("progress", { registration_status: "PASSED" })).toEqual([
      expect.stringContaining('"progress" is data of the depositor that Progress'),
    ]);
    expect(defaults("progress", { registration_status: null, is_primary: false })).toEqual([]);
    expect(defaults("notification", { message: "Hello.", isOpen: false, severity: "success" })).toEqual([]);
  });

  it("is not kept beyond the session of its depositor", () => {
    const file = "schemas/state.schema.json";
    const state = smallSource().files.get(file) ?? "";
    const kept = (title: string) => {
      expect(state).toContain(title);
      const messages = problemsOf({ [file]: state.replace(title, `"x-reset": "kept", ${title}`) }).filter(
        ({ rule }) => rule === "reset-incomplete",
      );
      return messages.map(({ message }) => message);
    };
    expect(kept('"title": "Alerts",')).toEqual(['"alerts" is data of the depositor, and "reset": "all" would leave it: remove "x-reset"']);
    expect(kept('"title": "Notification banner",')).toEqual([]);
  });

  it("is an error where a screen's items read it", () => {
    const block = { ...LIST, items: { var: "alerts" }, item: { title: text("item.title") } };
    expect(found(block, "query Alerts { alerts { uuid } }\n", { data: ALERTS })).toEqual([
      expect.stringContaining(`The state's "alerts[].title" is read, and Alerts (flows/more.graphql:1) writes "alerts" without it`),
    ]);
  });
});

describe("a field of the state's schema", () => {
  const state = smallSource().files.get("schemas/state.schema.json")?.replace('{ "x-read": "The tests.",', "{") ?? "";
  const line = state.slice(0, state.indexOf('"duplicateSsn": {')).split("\n").length;
  const unread = (more: Json = {}, text = state) =>
    problemsOf({ ...more, "schemas/state.schema.json": text }).flatMap(({ file, line, column, message }) =>
      message.includes('"registration.') ? [`${file}:${line}:${column} ${message}`] : [],
    );
  it("is reported where nothing reads it, and nothing is said to read it", () => {
    expect(unread()).toEqual([
      `schemas/state.schema.json:${line}:23 Nothing reads "registration.duplicateSsn" of the state: remove it, or say with "x-read" what reads it`,
    ]);
    expect(unread(withScreen("page", { guard: { and: ["mine", { "!!": { var: "registration.duplicateSsn" } }] } }))).toEqual([]);
    expect(
      unread({}, state.replace('"title": "Registration",', '"title": "Registration", "x-read": "Predicates of an overlay.",')),
    ).toEqual([]);
  });
});
