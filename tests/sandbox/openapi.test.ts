/** Tests of the OpenAPI document and the route matching. */
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
  it("equals the routes; regenerate it with npx tsx gateway/sandbox/write-openapi.ts", () => {
    expect(file).toEqual(JSON.parse(JSON.stringify(openApiDocument(routes))));
  });

  it("has no unresolved reference", () => {
    const names = [...JSON.stringify(file).matchAll(/"#\/components\/schemas\/([\w.]+)"/g)].map((match) => match[1] ?? "");
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(file.components.schemas).toHaveProperty([name]);
    expect(JSON.stringify(file)).not.toContain("$defs");
  });

  it("marks the extensions and nothing else", () => {
    for (const [path, operations] of Object.entries(file.paths))
      for (const operation of Object.values(operations)) expect(operation["x-extension"] === true, path).toBe(path.startsWith("/x/"));
  });

  it("has a valid schema for every name in the routes", () => {
    for (const route of routes)
      for (const expression of [route.body, route.query, route.response])
        if (expression) expect(() => [schemaOf(expression), findErrors(expression, {})]).not.toThrow();
  });
});

describe("the route matcher", () => {
  const find = createRouteMatcher(routes);
  it.each([
    ["GET", "/statements/years", "/statements/years"],
    ["GET", "/statements/2026", "/statements/{year}"],
    ["GET", "/disclosures/active", "/disclosures/active"],
    ["POST", "/alerts/", "/alerts/"],
    ["POST", "/alerts/all", "/alerts/all"],
    ["GET", "/nowhere", undefined],
    ["DELETE", "/alerts", undefined],
  ])("matches %s %s to %s", (method, path, expected) => {
    expect(find(method, path)?.route.path).toBe(expected);
  });
});
