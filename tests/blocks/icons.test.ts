/** Tests that the language allows exactly the icons that the app ships. */
import { expect, it } from "vitest";
import language from "../../schemas/flow.schema.json";
import { ICONS } from "../../src/blocks/icons.js";

it("the language allows exactly the icons that the app ships", () => {
  expect([...language.$defs.icon.enum].sort()).toEqual(Object.keys(ICONS).sort());
});
