/** Tests the links that save files: in documents and in entries of a list. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { argument, renderBlock } from "./render-block.js";

const FAILED = "We couldn't download this file. Try again.";
const documents = (item: object) => ({
  block: "documents",
  items: { var: "files" },
  item: { title: argument("item.title"), href: argument("item.href"), ...item },
  empty: { text: "None." },
});
const scope = { files: [{ uuid: "1", title: "October", href: "/documents/1" }] };
const link = () => screen.getByRole("link", { name: /October/ });

describe("a document that is downloaded", () => {
  it("is saved once for repeated clicks, and stays on the page", async () => {
    const saved: string[] = [];
    let arrive: (saved: boolean) => void = () => {};
    const download = (url: string) => {
      saved.push(url);
      return new Promise<boolean>((resolve) => {
        arrive = resolve;
      });
    };
    const { user } = renderBlock(documents({ download: true, failed: FAILED }), { scope, download });
    await user.click(link());
    await user.click(link());
    expect(link()).toHaveAttribute("aria-busy", "true");
    arrive(true);
    await expect.poll(() => link().getAttribute("aria-busy")).toBeNull();
    expect(saved).toEqual(["/documents/1"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says at its link that it failed, until another try succeeds", async () => {
    let works = false;
    const { user } = renderBlock(documents({ download: true, failed: FAILED }), { scope, download: async () => works });
    await user.click(link());
    expect(await screen.findByRole("alert")).toHaveTextContent(FAILED);
    expect(link()).toHaveAccessibleDescription(FAILED);
    works = true;
    await user.click(link());
    await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  });

  it("shows nothing about a failure where the flow has no text for it", async () => {
    const { user } = renderBlock(documents({ download: true }), { scope, download: async () => false });
    await user.click(link());
    await expect.poll(() => link().getAttribute("aria-busy")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is opened in a new tab without that word", () => {
    renderBlock(documents({}), { scope });
    expect(link()).toHaveAttribute("target", "_blank");
  });
});

describe("a file of an entry", () => {
  it("is saved, and a failure is shown below it", async () => {
    const list = {
      block: "list",
      items: { var: "messages" },
      item: {
        title: argument("item.subject"),
        files: { var: "item.files" },
        file: { label: argument("item.title"), href: argument("item.href"), failed: FAILED },
      },
      empty: { text: "None." },
    };
    const { user } = renderBlock(list, { scope: { messages: [{ subject: "Hello", files: scope.files }] }, download: async () => false });
    await user.click(link());
    expect(await screen.findByRole("alert")).toHaveTextContent(FAILED);
  });
});
