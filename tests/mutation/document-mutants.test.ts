/** Tests the mutants of GraphQL documents. */
import { parse, print } from "graphql";
import { expect, it } from "vitest";
import { documentMutants } from "../../src/mutation/document-mutants.js";

const SDL = `
type Query { profile: Profile jointProfile: Profile progress: Progress }
type Profile { first_name: String last_name: String age: Int }
type Progress { step: String }
type Mutation { save(name: String!, input: Input!): Progress }
input Input { a: String b: String }
`;
const FILE = "flows/one.graphql";

/** What each mutant changes, by its id, with the document in one line. */
const made = (text: string) =>
  documentMutants(FILE, text, SDL).map((mutant) => ({
    id: mutant.id.replace(`${FILE}#`, ""),
    change: mutant.change,
    text: print(parse(mutant.text())).replaceAll(/\s+/g, " "),
  }));

it("leaves out each field of a selection with several", () => {
  const found = made("query Own { profile { first_name age } }").filter(({ id }) => id.startsWith("selection "));
  expect(found).toEqual([
    { id: "selection /Own/profile/first_name", change: "first_name was removed", text: "query Own { profile { age } }" },
    { id: "selection /Own/profile/age", change: "age was removed", text: "query Own { profile { first_name } }" },
  ]);
});

it("leaves out fragments, and fields of fragments", () => {
  const found = made("query Own { profile { ...Name age } } fragment Name on Profile { first_name last_name }");
  expect(found.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["selection /Own/profile/...Name", "selection /Name/first_name", "selection /Name/last_name"]),
  );
});

it("selects another field of the same type, of the query as well", () => {
  const found = made("query Own { profile { first_name age } }").filter(({ id }) => id.startsWith("selected field "));
  expect(found).toEqual([
    { id: "selected field /Own/profile", change: "profile became jointProfile", text: "query Own { jointProfile { first_name age } }" },
    {
      id: "selected field /Own/profile/first_name",
      change: "first_name became last_name",
      text: "query Own { profile { last_name age } }",
    },
  ]);
});

it("exchanges neighboring variables", () => {
  const text = "mutation Save($name: String!, $a: String, $b: String) { save(name: $name, input: { a: $a, b: $b }) { step } }";
  expect(made(text)).toEqual([
    {
      id: "argument /Save/save",
      change: "$name and $a are exchanged",
      text: "mutation Save($name: String!, $a: String, $b: String) { save(name: $a, input: {a: $name, b: $b}) { step } }",
    },
    {
      id: "argument /Save/save 2",
      change: "$a and $b are exchanged",
      text: "mutation Save($name: String!, $a: String, $b: String) { save(name: $name, input: {a: $b, b: $a}) { step } }",
    },
  ]);
});
