import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../gateway/sandbox/http/openapi.js";
import { createRouteMatcher } from "../../gateway/sandbox/http/router.js";
import { findErrors, schemaOf } from "../../gateway/sandbox/http/schemas.js";
import { routes } from "../../gateway/sandbox/routes/routes.js";

type Operation = { readonly "x-extension"?: boolean; readonly responses: Readonly<Record<string, unknown>> };
const file = JSON.parse(readFileSync(new URL("../../schemas/api/openapi.json", import.meta.url), "utf8")) as {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

describe("the OpenAPI document", () => {
  it("is the one that the routes make; write it anew with npx tsx gateway/sandbox/write-openapi.ts", () => {
    expect(file).toEqual(JSON.parse(JSON.stringify(openApiDocument(routes))));
  });

  it("refers to nothing that is not in it", () => {
    const names = [...JSON.stringify(file).matchAll(/"#\/components\/schemas\/([\w.]+)"/g)].map((match) => match[1] ?? "");
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(file.components.schemas).toHaveProperty([name]);
    expect(JSON.stringify(file)).not.toContain("$defs");
  });

  it("marks the extensions and nothing else", () => {
    for (const [path, operations] of Object.entries(file.paths))
      for (const operation of Object.values(operations)) expect(operation["x-extension"] === true, path).toBe(path.startsWith("/x/"));
  });

  it("knows every schema that a route names, each usable", () => {
    for (const route of routes)
      for (const word of [route.body, route.query, route.response])
        if (word) expect(() => [schemaOf(word), findErrors(word, {})]).not.toThrow();
  });
});

describe("finding a route", () => {
  const find = createRouteMatcher(routes);
  it.each([
    ["GET", "/statements/years", "/statements/years"],
    ["GET", "/statements/2026", "/statements/{year}"],
    ["GET", "/disclosures/active", "/disclosures/active"],
    ["POST", "/alerts/", "/alerts/"],
    ["POST", "/alerts/all", "/alerts/all"],
    ["GET", "/nowhere", undefined],
    ["DELETE", "/alerts", undefined],
  ])("%s %s is %s", (method, path, expected) => {
    expect(find(method, path)?.route.path).toBe(expected);
  });
});
