/** Tests the navigation of the shell: which entry is marked, and its count. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { INITIAL } from "../runtime/fakes.js";
import { openApp } from "./open-app.js";

describe("the navigation", () => {
  it.each([
    ["/signed", "Documents"],
    ["/signed/one", "Documents"],
    ["/signed-off", null],
  ])("marks at %s the entry that names the page: %s", async (path, current) => {
    const shell = [{ use: "dashboard" }];
    await openApp(
      path,
      { home: { shell }, documents: { path: ["/documents"], shell }, signed: { path: ["/signed", "/signed/one", "/signed-off"], shell } },
      INITIAL,
      {
        navigation: [
          { key: "home", path: "/home", label: "Home", icon: "home" },
          { key: "documents", path: "/documents", also: ["/signed"], label: "Documents", icon: "document" },
        ],
      },
    );
    const [navigation] = screen.getAllByRole("navigation");
    const links = navigation === undefined ? [] : within(navigation).getAllByRole("link");
    expect(links).toHaveLength(2);
    expect(links.find((link) => link.getAttribute("aria-current") === "true")?.textContent?.trim() ?? null).toBe(current);
  });

  it("shows the unread count in the navigation, and marks the current entry", async () => {
    const at = { file: "f", line: 1, column: 1, layer: "base" as const };
    await openApp(
      "/alerts/one",
      { home: { shell: [{ use: "dashboard" }] }, alerts: { path: ["/alerts", "/alerts/one"], shell: [{ use: "dashboard" }] } },
      { ...INITIAL, alerts: [{ uuid: "a" }] },
      {
        navigation: [
          { key: "home", path: "/home", label: "Home", icon: "home" },
          {
            key: "alerts",
            path: "/alerts",
            label: "Alerts",
            icon: "notifications",
            badge: { reduce: [{ var: "alerts" }, { "+": [{ var: "accumulator" }, 1] }, 0] },
          },
        ],
        fallback: [{ key: "else", go: "/home", at }],
      },
    );
    const [navigation] = screen.getAllByRole("navigation");
    if (navigation === undefined) throw new Error("no navigation");
    const [home, alerts] = within(navigation).getAllByRole("link");
    expect(home).toHaveAccessibleName("Home");
    expect(home).not.toHaveAttribute("aria-current");
    expect(alerts).toHaveAccessibleName("Alerts 1 unread");
    expect(alerts).toHaveAttribute("aria-current", "true");
  });
});
