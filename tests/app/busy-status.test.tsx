/** Tests what screen readers hear while the page or a control is busy for long. */
import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FakePorts, failed, ok, SIGNED_IN } from "../runtime/fakes.js";
import { button, link, openApp } from "./open-app.js";

const MOMENT = 1000;

const words = (key: string, value: string) => ({
  key,
  block: "text",
  markdown: [{ type: "paragraph", children: [{ type: "text", text: value }] }],
});
const SCREENS = {
  home: { title: "Home", body: [link("To the news", "/news"), button("Save", "save")], actions: { save: { call: "Save" } } },
  news: { title: "News", body: [words("news", "It is spring."), link("To the start", "/home")], data: { news: { query: "Profile" } } },
};

const status = () => screen.getByRole("status");
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const answer = (ports: FakePorts, operation: string, outcome: Parameters<FakePorts["sent"][number]["answer"]>[0]) =>
  act(() => ports.latestCall(operation).answer(outcome));

describe("what is busy for longer than a second", () => {
  afterEach(() => void vi.useRealTimers());

  async function open() {
    const { ports } = await openApp("/home", SCREENS, SIGNED_IN);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    return ports;
  }

  async function save() {
    act(() => screen.getByRole("button", { name: "Save" }).click());
    await pass(0);
  }

  it("is announced for a page, and its end too", async () => {
    const ports = await open();
    act(() => screen.getByRole("link", { name: "To the news" }).click());
    await pass(MOMENT - 1);
    expect(status()).toBeEmptyDOMElement();
    await pass(1);
    expect(status()).toHaveTextContent("Loading");
    await answer(ports, "Profile", ok({ profile: [] }));
    await pass(0);
    expect(status()).toHaveTextContent("Done loading");
    act(() => screen.getByRole("link", { name: "To the start" }).click());
    await pass(0);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Home");
    expect(status()).toBeEmptyDOMElement();
  });

  it("is announced for the call of a control, whose message announces its end", async () => {
    const ports = await open();
    await save();
    await pass(MOMENT);
    expect(status()).toHaveTextContent("Loading");
    await answer(ports, "Save", failed(500));
    await pass(0);
    expect(status()).toBeEmptyDOMElement();
  });

  it("is not announced when it ends before", async () => {
    const ports = await open();
    await save();
    await pass(MOMENT - 1);
    await answer(ports, "Save", failed(500));
    await pass(MOMENT);
    expect(status()).toBeEmptyDOMElement();
  });
});
