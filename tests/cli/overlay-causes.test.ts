/** Tests that an error of the base that an overlay causes is at the line of the overlay that causes it. */
import { expect, it } from "vitest";
import { reportedAtOverlay } from "../../src/cli/overlay-causes.js";
import { compile } from "../../src/compiler/compile.js";
import { FLOW, PREDICATES, SECOND_BRAND, smallSource } from "../support/small-flows.js";

const OVERLAY = "flows/brands/second/overlay.json";

it("reports each removed predicate at its own line, although their names are similar", () => {
  const guard = { and: ["list", "last"] };
  const similar = { list: { description: "A list.", logic: "loggedIn" }, last: { description: "The last.", logic: "loggedIn" } };
  const source = smallSource({
    "flows/predicates.json": { ...PREDICATES, predicates: { ...PREDICATES.predicates, ...similar } },
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, page: { ...FLOW.screens.page, guard } } },
    "flows/brands/second/brand.json": SECOND_BRAND,
    [OVERLAY]: { language: 2, predicates: { list: null, last: null } },
  });
  const lines = source.files.get(OVERLAY)?.split("\n") ?? [];
  const found = reportedAtOverlay(source, "second", compile(source, "second").problems);
  const causes = found.map(({ file, line, message }) => `${file} ${lines[line - 1]?.trim()} ${message.split(" (at ")[0]}`);
  expect(causes.sort()).toEqual([
    `${OVERLAY} "last": null There is no predicate "last"`,
    `${OVERLAY} "list": null, There is no predicate "list"`,
  ]);
});
