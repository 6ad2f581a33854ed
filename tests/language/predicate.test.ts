/** Tests the evaluation of predicates and values against json-logic-js, and which operators each may use. */
import fc from "fast-check";
import type { RulesLogic } from "json-logic-js";
import jsonLogic from "json-logic-js";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/language/definition.js";

import { FormatsMissing, LogicInData, UnknownOperator } from "../../src/language/failures.js";
import { CONDITION_OPERATORS, TEXT_OPERATORS } from "../../src/language/operators.js";
import { build, evaluate, test as holds } from "../../src/language/predicate.js";

import { FORMATS } from "../support/formats.js";
import { deepFreeze } from "../support/small-core.js";

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom("", "a", "b", "PASSED", "0", "2026-01-01T00:00:00.000Z"),
);
const scope = fc.record({
  a: scalar,
  b: scalar,
  list: fc.array(fc.record({ x: scalar }, { noNullPrototype: true }), { maxLength: 3 }),
  words: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
});
const read: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.constantFrom("a", "b", "list", "missing", "a.b", "words").map((path) => ({ var: path })),
  fc.constant({ var: ["gone", "fallback"] }),
);

const logic = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    read,
    fc
      .tuple(fc.constantFrom("==", "===", "!=", "!==", "<", "<=", ">", ">="), tie("node"), tie("node"))
      .map(([op, a, b]): Json => ({ [op]: [a, b] })),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("node"), { minLength: 1, maxLength: 3 }))
      .map(([op, parts]): Json => ({ [op]: parts })),
    fc.tuple(fc.constantFrom("!", "!!"), tie("node")).map(([op, a]): Json => ({ [op]: [a] })),
    fc.tuple(tie("node"), tie("node"), tie("node")).map((parts): Json => ({ if: parts })),
    fc.tuple(tie("node"), fc.array(scalar, { maxLength: 3 })).map(([a, b]): Json => ({ in: [a, b] })),
    fc
      .tuple(fc.constantFrom("some", "all", "none"), fc.constantFrom("list", "a"), scalar)
      .map(([op, path, value]): Json => ({ [op]: [{ var: path }, { "==": [{ var: "x" }, value] }] })),
  ),
})).node;

describe("a predicate", () => {
  test("has the same result as json-logic-js, for every operator and any scope", () => {
    fc.assert(
      fc.property(logic, scope, (node, data) => {
        expect(holds(node, data)).toBe(jsonLogic.truthy(jsonLogic.apply(node as RulesLogic, data)));
      }),
      { numRuns: 2000 },
    );
  });

  test("leaves its logic and scope alone", () => {
    fc.assert(
      fc.property(logic, scope, (node, data) => void holds(deepFreeze(node), deepFreeze(data))),
      { numRuns: 300 },
    );
  });

  test.each([...CONDITION_OPERATORS.keys()])("%s is an operator of predicates and of values", (operator) => {
    expect(TEXT_OPERATORS.has(operator)).toBe(true);
    expect(() => holds({ [operator]: [{ var: "list" }, true] }, { list: [] })).not.toThrow();
  });

  test.each(["log", "%", "/", "missing_some", "?:", "loggedIn", "method", "toString"])("%s is refused by name", (operator) => {
    expect(() => holds({ or: [true, { [operator]: [1, 2] }] }, {})).toThrow(new UnknownOperator(operator));
  });

  test("may not calculate: cat, +, filter and the like are for values", () => {
    for (const operator of TEXT_OPERATORS.keys()) {
      if (!CONDITION_OPERATORS.has(operator)) expect(() => holds({ [operator]: [] }, {}), operator).toThrow(new UnknownOperator(operator));
    }
  });

  test("never hides logic inside data", () => {
    expect(() => evaluate({ if: [true, { a: { var: "x" }, b: 1 }] }, {})).toThrow(LogicInData);
  });

  test("an empty list is false, an empty object true, as json-logic-js has it", () => {
    expect(holds({ var: "list" }, { list: [] })).toBe(false);
    expect(holds({ var: "map" }, { map: {} })).toBe(true);
  });
});

describe("a value", () => {
  test.each([...TEXT_OPERATORS].filter(([, { evaluate: own }]) => own === "json-logic"))(
    "%s is an operator of json-logic-js",
    (operator) => {
      expect(() => jsonLogic.apply({ [operator]: [[], []] } as unknown as RulesLogic, {})).not.toThrow();
    },
  );

  test.each([
    [{ money: "1234.5" }, "$1,234.50"],
    [{ money: "-5.00" }, "-$5.00"],
    [{ money: "9007199254740993.01" }, "$9,007,199,254,740,993.01"],
    [{ money: 12 }, "$12.00"],
    [{ money: "twelve" }, ""],
    [{ money: null }, ""],
    [{ money: "1e5" }, ""],
    [{ date: "2026-11-21" }, "November 21, 2026"],
    [{ date: "2026-11-21T23:59:59Z" }, "November 21, 2026"],
    [{ date: "2026-11-21T20:00:00-05:00" }, "November 22, 2026"],
    [{ date: "2026-02-30" }, ""],
    [{ date: null }, ""],
    [{ date: "soon" }, ""],
    [{ dateTime: "2026-11-21T11:30:00Z" }, "November 21, 2026 at 11:30 AM UTC"],
    [{ percent: "4.08" }, "4.08%"],
    [{ percent: "4" }, "4.00%"],
    [{ percent: "" }, ""],
    [{ cat: ["a", { money: "1" }] }, "a$1.00"],
    [{ ifPresent: ["4B", ", "] }, ", 4B"],
    [{ ifPresent: ["4B"] }, "4B"],
    [{ ifPresent: [7, "(", ")"] }, "(7)"],
    [{ ifPresent: [{ date: "2026-11-21" }, "by ", "."] }, "by November 21, 2026."],
    [{ ifPresent: [0, "", " left"] }, "0 left"],
    [{ ifPresent: [null, ", "] }, ""],
    [{ ifPresent: [{ var: "missing" }, ", ", "."] }, ""],
    [{ ifPresent: ["", ", ", "."] }, ""],
    [{ ifPresent: ["x", null, { var: "missing" }] }, "x"],
  ] as const)("%j reads %s", (value, text) => {
    expect(String(evaluate(value as Json, {}, FORMATS)).replace(/\u202f/g, " ")).toBe(text);
  });

  test("a value is formatted as the app declares", () => {
    const formats = { ...FORMATS, locale: "de-DE", currency: "EUR", timeZone: "America/New_York" };
    expect(String(evaluate({ money: "1234.5" }, {}, formats))).toBe("1.234,50\u00a0€");
    expect(evaluate({ date: "2026-11-21T02:00:00Z" }, {}, formats)).toBe("20. November 2026");
    expect(evaluate({ date: "2026-11-21" }, {}, formats)).toBe("21. November 2026");
    expect(() => evaluate({ money: "1" }, {})).toThrow(FormatsMissing);
  });

  test("a template is built field by field", () => {
    expect(
      build(
        { input: { basic: { var: "form" }, step: "address" }, uuid: { id: { var: "x" } }, list: [{ k: { var: "x" } }] },
        { form: { a: 1 }, x: 7 },
      ),
    ).toEqual({
      input: { basic: { a: 1 }, step: "address" },
      uuid: { id: 7 },
      list: [{ k: 7 }],
    });
  });
});
