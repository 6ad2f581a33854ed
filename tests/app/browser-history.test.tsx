/** Tests the browser's history under the router: the pages of a task that ends leave it. */
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, link, openApp } from "./open-app.js";

describe("the end of a task", () => {
  it("leaves out the entries of its pages, so that Back goes to the page before the task", async () => {
    const finish = { then: [{ go: "/done", leaves: ["/edit", "/review"] }] };
    const { user, ports } = await openApp("/home", {
      home: { body: [link("Edit", "/edit")] },
      edit: { body: [link("Review", "/review")] },
      review: { body: [button("Save", "finish")], actions: { finish } },
      done: {},
    });
    const entries = window.history.length;
    for (const [role, name] of [
      ["link", "Edit"],
      ["link", "Review"],
      ["button", "Save"],
    ] as const)
      await user.click(screen.getByRole(role, { name }));
    await screen.findByRole("heading", { name: "done" });
    expect([window.location.pathname, window.history.length]).toEqual(["/done", entries + 1]);
    act(() => window.history.back());
    await screen.findByRole("heading", { name: "home" });
    act(() => window.history.forward());
    await waitFor(() => expect(screen.getByRole("heading", { name: "done" })).toBeVisible());
    expect(ports.faults).toEqual([]);
  });
});
