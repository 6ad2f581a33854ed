/** Tests that an error of the base that an overlay causes is at the line of the overlay that causes it. */
import { expect, it } from "vitest";
import { reportedAtOverlay } from "../../src/cli/overlay-causes.js";
import { compile } from "../../src/compiler/compile.js";
import { FLOW, SECOND_BRAND, smallSource } from "../support/small-flows.js";

const OVERLAY = "flows/brands/second/overlay.json";

it("reports each removed screen at its own line, although their names are similar", () => {
  const { page } = FLOW.screens;
  const similar = { list: { ...page, path: "/list" }, last: { ...page, path: "/last" } };
  const body = { items: { hello: { block: "text", markdown: "[List](/list) and [last](/last)." } } };
  const source = smallSource({
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, ...similar, page: { ...page, body } } },
    "flows/brands/second/brand.json": SECOND_BRAND,
    [OVERLAY]: { language: 2, screens: { list: null, last: null } },
  });
  const lines = source.files.get(OVERLAY)?.split("\n") ?? [];
  const found = reportedAtOverlay(source, "second", compile(source, "second").problems);
  const causes = found.map(({ file, line, message }) => `${file} ${lines[line - 1]?.trim()} ${message.split(" (at ")[0]}`);
  expect(causes.sort()).toEqual([`${OVERLAY} "last": null There is no path "/last"`, `${OVERLAY} "list": null, There is no path "/list"`]);
});
