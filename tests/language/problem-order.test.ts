/** Tests of the order of findings: causes first, consequences below them, one finding for one unknown name. */
import { expect, it } from "vitest";
import { rootsFirst, withConsequences } from "../../src/language/problem-order.js";
import { type Finding, finding, type Problem, problemAt, unknownPredicate } from "../../src/language/problems.js";
import { stateNeverGiven } from "../../src/language/route-problems.js";
import { outcomeNotSelected } from "../../src/language/selection-problems.js";
import { unusedGate } from "../../src/language/unused-problems.js";

const absent = problemAt({ file: "flows/app.flow.json", line: 99, column: 1 }, finding("invariant", "Not among the findings"));
const at = (line: number, found: Finding, file = "flows/start.flow.json"): Problem => problemAt({ file, line, column: 5 }, found);

it("names an unknown name once, with its other places", () => {
  const found = [9, 3, 7, 5, 12].map((line) => at(line, unknownPredicate("mien", ["mine"])));
  const [first, ...others] = rootsFirst(found);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ line: 3, see: [{ line: 5 }, { line: 7 }, { line: 9 }, { line: 12 }] });
  expect(first?.message).toBe(
    'There is no predicate "mien"; did you mean "mine"? (and 4 more places: flows/start.flow.json:5, flows/start.flow.json:7, flows/start.flow.json:9, ...)',
  );
});

it("names once what no operation selects and what nothing passes", () => {
  const login = { name: "Login", at: { file: "flows/start.graphql", line: 3 } };
  for (const one of [outcomeNotSelected("progress", login), stateNeverGiven("uuid", [], "page")])
    expect(rootsFirst([at(3, one), at(9, one)])).toMatchObject([{ line: 3, see: [{ line: 9 }] }]);
});

it("keeps equal messages apart where each place is its own fault", () => {
  const found = [3, 9].map((line) => at(line, finding("missing-keyword", '"title" is missing')));
  expect(rootsFirst(found).map(({ line }) => line)).toEqual([3, 9]);
});

it("reports an error of many personas once", () => {
  const found = ["active", "hold"].map((name) =>
    at(4, finding("invalid-value", "Not what the state gives"), `flows/personas/${name}.json`),
  );
  expect(rootsFirst(found)).toMatchObject([{ file: "flows/personas/active.json", see: [{ file: "flows/personas/hold.json", line: 4 }] }]);
});

it("puts errors before warnings, earlier stages before later ones, and then goes by place", () => {
  const proof = at(1, finding("dead-end", "No control"));
  const warning = at(2, unusedGate("held"));
  const name = at(8, unknownPredicate("mien", []));
  const syntax = at(9, finding("syntax", "Not JSON"));
  expect(rootsFirst([proof, warning, name, syntax])).toEqual([syntax, name, proof, warning]);
});

it("nests the consequences of another finding, and keeps findings whose cause is not reported", () => {
  const cause = at(4, finding("redirect-loop", "Redirect loop"));
  const consequence = at(1, finding("decision-refused", "The row"));
  const other = at(6, finding("dead-end", "No control"));
  const reported = rootsFirst([{ ...consequence, causedBy: cause }, cause, { ...other, causedBy: absent }]);
  expect(reported).toEqual([{ ...cause, consequences: [consequence] }, other]);
  expect(reported.flatMap(withConsequences).map(({ rule }) => rule)).toEqual(["redirect-loop", "decision-refused", "dead-end"]);
});
