import { expect, it } from "vitest";
import language from "../../schemas/flow.schema.json";
import { ICONS } from "../../src/blocks/icons.js";

it("the icons that a flow may name are those that the app ships", () => {
  expect([...language.$defs.icon.enum].sort()).toEqual(Object.keys(ICONS).sort());
});
