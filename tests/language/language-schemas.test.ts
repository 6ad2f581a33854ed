/** Tests that the language's JSON Schemas explain every keyword to an editor and admit no other. */
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { filesBelow, readText } from "../support/sources.js";

interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const files = filesBelow("schemas").filter((file) =>
  /^schemas\/(?:(?:flow|app|predicates|decisions|values|fields|overlay-file|brand)\.schema|blocks\/[a-z-]+)\.json$/.test(file),
);
const schemas = new Map(files.map((file) => [file.slice("schemas/".length), JSON.parse(readText(file)) as Schema]));
const flow = schemas.get("flow.schema.json");
const def = (name: string): Schema | undefined => flow?.$defs?.[name];
describe("the language's schemas", () => {
  it("explain every keyword, with an example", () => {
    const silent: string[] = [];
    const look = (schema: Schema, path: string): void => {
      for (const [keyword, property] of Object.entries(schema.properties ?? {})) {
        const own = property.$ref === undefined ? property : { ...target(property.$ref), ...property };
        if (!own.title || !own.description) silent.push(`${path}.${keyword}`);
        const leaf = own.properties === undefined && typeof own.additionalProperties !== "object";
        if (leaf && !own.examples?.length && !path.includes("values")) silent.push(`${path}.${keyword} (example)`);
        look(property, `${path}.${keyword}`);
      }
      if (typeof schema.additionalProperties === "object") look(schema.additionalProperties, `${path}.*`);
      if (schema.items !== undefined) look(schema.items, `${path}[]`);
      for (const branch of schema.oneOf ?? []) look(branch, path);
      for (const [name, one] of Object.entries(schema.$defs ?? {})) look(one, name);
    };
    const target = (reference: string): Schema => def(reference.split("/").at(-1) ?? "") ?? {};
    for (const [name, schema] of schemas) look(schema, name);
    expect(silent.filter((keyword) => !/^(?:text|markdown)\.(?:text|values)/.test(keyword))).toEqual([]);
  });

  it("admit no keyword that they do not name", () => {
    const open: string[] = [];
    const look = (schema: unknown, path: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      if ("properties" in schema && "title" in schema && !("additionalProperties" in schema) && !("allOf" in schema)) open.push(path);
      for (const [key, part] of Object.entries(schema)) if (key !== "examples") look(part, `${path}/${key}`);
    };
    for (const [name, schema] of schemas) look(schema, name);
    expect(open).toEqual([]);
  });

  it("are valid for an editor's validator, which accepts the shipped flows", () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    for (const [name, schema] of schemas) ajv.addSchema({ ...schema, $id: `https://passbook.example/schemas/${name}` });
    const wrong: unknown[] = [];
    for (const file of filesBelow("flows").filter((name) => name.endsWith(".json"))) {
      const name = /\$schema": "[./]*schemas\/([a-z.]+)"/.exec(readText(file))?.[1];
      const validate = name === undefined ? undefined : ajv.getSchema(`https://passbook.example/schemas/${name}`);
      if (validate !== undefined && validate(JSON.parse(readText(file))) !== true) wrong.push(file, validate.errors?.slice(0, 3));
    }
    expect(wrong).toEqual([]);
  });
});
