/** Tests where the logo of the page leads. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { bundleOf, when } from "../runtime/fakes.js";
import { openApp } from "./open-app.js";

const at = { file: "", line: 1, column: 1, layer: "base" } as const;

it("the logo leads to where the present time allows, although nothing was rendered since", async () => {
  const isOver = when({ ">=": [{ var: "now" }, "2026-11-21T12:10:00.000Z"] });
  const rows = [
    { key: "over", when: isOver, go: "/login", at },
    { key: "else", go: "/home", at },
  ];
  const screens = { faq: { title: "FAQ" }, home: { title: "Home" }, login: { title: "Log in" } };
  const { ports, user } = await openApp("/faq", screens, undefined, { decisions: { logoLink: { name: "logoLink", rows } } });
  const logo = screen.getAllByRole("link", { name: /, home$/ })[0] as HTMLElement;
  expect(logo).toHaveAttribute("href", "/home");
  await ports.clock.pass(660_000);
  await user.click(logo);
  expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
});

it("the logo of a dark sidebar is the one of the forced colors' background", async () => {
  const screens = { home: { title: "Home" } };
  const { core } = bundleOf(screens);
  const brand = { ...core.brand, logos: { "hor-color": "logo.svg", "hor-white": "white.svg" }, look: { sidebar: "brand" as const } };
  await openApp("/home", screens, undefined, { brand });
  const [header, sidebar] = screen.getAllByRole("img", { name: /, home$/ }).map((logo) => logo.closest("picture") as HTMLElement);
  const dark = '<source srcset="/bundles/harbor/hash-1/white.svg" media="(forced-colors: active) and (prefers-color-scheme: dark)">';
  expect(header?.innerHTML).toContain(dark);
  expect(sidebar?.innerHTML).toContain(
    `${dark}<source srcset="/bundles/harbor/hash-1/logo.svg" media="(forced-colors: active)"><img src="/bundles/harbor/hash-1/white.svg"`,
  );
});

it("a brand without a logo shows its name", async () => {
  const screens = { home: { title: "Home" } };
  const { core } = bundleOf(screens);
  await openApp("/home", screens, undefined, { brand: { ...core.brand, logos: {} } });
  const [header] = screen.getAllByRole("img", { name: `${core.brand.name}, home` });
  expect(header).toHaveTextContent(core.brand.name);
  expect(header?.closest("a")?.querySelector("img")).toBeNull();
});
