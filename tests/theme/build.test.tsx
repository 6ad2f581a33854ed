/** Tests of the modules that replace parts of packages in the build of the web app: none that the theme needs is missing. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AddIcon, BankAccountIcon, type IconName, type SVGIconProps, WarningSignIcon } from "@blueprintjs/icons";
import { getDefaultRegistry } from "@rjsf/core";
import { createElement, type FC } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { iconModule } from "../../src/theme/blueprint-icons.js";
import registry from "../../src/theme/rjsf-registry.js";
import { svgIcon } from "../../src/theme/svg-icon.js";
import { templates } from "../../src/theme/templates/index.js";
import { widgets } from "../../src/theme/widgets/index.js";

const missing = (all: object, some: object): readonly string[] => Object.keys(all).filter((name) => !(name in some));

describe("the registry of the build", () => {
  const whole = getDefaultRegistry();

  it("leaves out the fields that only a uiSchema can name", () => {
    expect(missing(whole.fields, registry().fields)).toEqual(["LayoutGridField", "LayoutHeaderField", "LayoutMultiSchemaField"]);
    expect(missing(registry().fields, whole.fields)).toEqual([]);
  });

  it("needs no template of rjsf, since the theme has them all", () => {
    expect(missing(whole.templates, templates)).toEqual([]);
    expect(missing(whole.templates.ButtonTemplates, templates.ButtonTemplates)).toEqual([]);
  });

  it("needs no widget of rjsf but those that flows cannot name", () => {
    expect(missing(whole.widgets, widgets)).toEqual(["AltDateWidget", "AltDateTimeWidget", "RatingWidget"]);
  });
});

describe("an icon of the build", () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve("@blueprintjs/icons/package.json")), "lib/esm/generated/components");

  it.each([
    ["add", "AddIcon", AddIcon],
    ["bank-account", "BankAccountIcon", BankAccountIcon],
    ["warning-sign", "WarningSignIcon", WarningSignIcon],
  ] as const)("is drawn as Blueprint draws a large %s, with a size that grows with the text", (name, component, blueprint) => {
    const file = join(folder, `${name}.js`);
    const module = iconModule(readFileSync(file, "utf8"), file);
    const [, given = ""] = /svgIcon\((.*)\);$/m.exec(module) ?? [];
    const [iconName, paths] = JSON.parse(`[${given}]`) as [IconName, string[]];
    expect(module).toContain(`export const ${component} = `);
    expect(iconName).toBe(name);
    const drawn = (icon: FC<SVGIconProps>, size?: number) =>
      renderToStaticMarkup(createElement(icon, { className: "a", ...(size === undefined ? {} : { size }) }));
    const own = svgIcon(iconName, paths) as FC<SVGIconProps>;
    const large = (size: string) =>
      drawn(blueprint, 20).replace('width="20"', `width="${size}"`).replace('height="20"', `height="${size}"`);
    expect(drawn(own, 20)).toBe(large("1.25rem"));
    expect(drawn(own, 24)).toBe(large("1.5rem"));
    for (const size of [undefined, 16]) expect(drawn(own, size)).toBe(large("1rem"));
  });

  it("is refused when a module has another form", () => {
    expect(() => iconModule("export default 1;", "x.js")).toThrow("x.js does not have the form of a Blueprint icon");
  });
});
