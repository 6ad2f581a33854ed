/** Tests what the compiler reports of the operations in GraphQL files: validity, fragments and syntax, each at its location. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import * as problems from "../../src/language/problems.js";
import { OPERATIONS, problemsOf, smallSource } from "../support/small-flows.js";

describe("operations", () => {
  it("operations are valid by the gateway's schema, each once", () => {
    const wrong = OPERATIONS.replace("first_name is_primary", "frist_name is_primary");
    const found = problemsOf({ "flows/start.graphql": wrong });
    expect(found).toEqual([expect.objectContaining({ file: "flows/start.graphql", line: 1, column: 29, rule: "graphql" })]);
    expect(problemsOf({ "flows/other.graphql": "query Profile { profile { city } }" })).toContainEqual(
      expect.objectContaining(problems.duplicateOperation("Profile", "flows/other.graphql")),
    );
  });

  describe("fragments", () => {
    const SPREAD = OPERATIONS.replace("{ first_name }", "{ ...Details }");
    const PARTS = "fragment Details on Profile { first_name }\n";
    const reported = (parts: string, start = SPREAD) => problemsOf({ "flows/start.graphql": start, "flows/parts.graphql": parts });

    it("may be in another file, and are added to each operation that uses them", () => {
      expect(reported(PARTS)).toEqual(problemsOf({}));
      const { bundle } = compile(smallSource({ "flows/start.graphql": SPREAD, "flows/parts.graphql": PARTS }), "first");
      expect(bundle?.core.operations.Profile?.document).toMatch(/^query Profile[\s\S]*fragment Details on Profile/);
      expect(bundle?.core.operations.Login?.document).not.toContain("fragment");
    });

    it("are reported once at their own location, and have no cycles", () => {
      const misspelt = reported(PARTS.replace("first_name", "frist_name")).filter(({ rule }) => rule === "graphql");
      expect(misspelt).toEqual([expect.objectContaining({ file: "flows/parts.graphql", line: 1, column: 31 })]);
      const round = reported(PARTS.replace("}", "...Details }")).filter(({ rule }) => rule === "graphql");
      expect(round).toEqual([expect.objectContaining({ file: "flows/parts.graphql" })]);
    });

    it("are defined once, and used", () => {
      expect(reported(`${PARTS}fragment Spare on Profile { city }\n`)).toContainEqual(
        expect.objectContaining({ ...problems.unusedFragment("Spare"), file: "flows/parts.graphql", line: 2 }),
      );
      expect(reported(PARTS, SPREAD + PARTS)).toContainEqual(
        expect.objectContaining({ ...problems.duplicateFragment("Details", "flows/parts.graphql"), file: "flows/start.graphql" }),
      );
    });
  });

  it("each operation with a syntax error is reported", () => {
    const broken = OPERATIONS.replace("extended_status }", "extended_status").replace("{ first_name } }", "{ first_name ");
    expect(
      problemsOf({ "flows/start.graphql": broken })
        .filter(({ rule }) => rule === "syntax")
        .map(({ line }) => line),
    ).toHaveLength(2);
  });

  it.each(["Progress", "Login"])("a misspelled keyword of %s is reported at its line", (name) => {
    const keyword = new RegExp(`^(query|mutation) ${name}\\b`, "m");
    const broken = OPERATIONS.replace(keyword, `mutaton ${name}`);
    const line = broken.slice(0, broken.indexOf("mutaton")).split("\n").length;
    const found = problemsOf({ "flows/start.graphql": broken }).filter(({ file }) => file === "flows/start.graphql");
    expect(found).toEqual([
      expect.objectContaining({ line, column: 1, ...problems.graphqlSyntax('Syntax Error: Unexpected Name "mutaton".') }),
    ]);
  });

  it("a file with one definition, which is misspelled, is reported", () => {
    const found = problemsOf({ "flows/other.graphql": "qurey Profile { profile { city } }" });
    expect(found).toContainEqual(expect.objectContaining({ file: "flows/other.graphql", line: 1, column: 1, rule: "syntax" }));
  });
});
