/** Tests the provider block: it accepts messages only from the provider's origin and frame, and only of known shape (domain.md 5, line 13). */
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseConfig, readMessage } from "../../src/blocks/provider-messages.js";
import type { Json } from "../../src/language/definition.js";
import { Block, type Raised, screenFor } from "../blocks/screen-fixture.js";
import { DURATIONS } from "../support/app-texts.js";

const ORIGIN = "https://provider.example";
const config = { fastLinkURL: `${ORIGIN}/fastlink/`, accessToken: "secret-token", params: { configName: "Verification" } };
const block = {
  key: "it",
  block: "provider",
  provider: "fastlink",
  config: { var: "config" },
  event: "linked",
  exit: "closed",
  label: "Sign in to your bank",
  linking: "We're linking it.",
  unavailable: "It does not answer.",
};
const site = (requestId: Json, more: object = {}) => ({
  providerId: 1,
  providerName: "Good Bank",
  providerAccountId: 10_000_001,
  requestId,
  status: "SUCCESS",
  ...more,
});

function draw(onRaise?: () => Promise<void>) {
  const raised: Raised[] = [];
  const view = render(
    <Block
      block={block}
      screen={screenFor({
        scope: { config },
        onRaise: (each) => {
          raised.push(each);
          return onRaise?.();
        },
      })}
    />,
  );
  const frame = screen.getByTitle<HTMLIFrameElement>("Sign in to your bank");
  const post = (data: unknown, origin = ORIGIN, source: Window | null = frame.contentWindow) =>
    act(() => {
      window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
    });
  return { raised, frame, post, view };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerGrace + 1));

describe("a provider", () => {
  it("opens without its token in the address, and posts the token to its origin only", () => {
    const { frame } = draw();
    expect(frame.src).toBe(config.fastLinkURL);
    const posted = vi.spyOn(frame.contentWindow as Window, "postMessage");
    act(() => {
      frame.dispatchEvent(new Event("load"));
    });
    expect(posted).toHaveBeenCalledWith({ type: "open", accessToken: "secret-token", params: config.params }, ORIGIN);
  });

  it("raises its event with the ids as strings, also if they are numbers", async () => {
    const { raised, post } = draw();
    post({ type: "success", sites: [site(77)] });
    await settle();
    expect(raised).toEqual([{ action: "linked", form: { requestId: "77", providerAccountId: "10000001" } }]);
  });

  it("uses the newest successful site", async () => {
    const { raised, post } = draw();
    post({ sites: [site("first"), site("second"), site("third", { status: "FAILED" })] });
    await settle();
    expect(raised).toEqual([{ action: "linked", form: { requestId: "second", providerAccountId: "10000001" } }]);
  });

  it("submits once for a success before an exit", async () => {
    const { raised, post } = draw(() => new Promise(() => {}));
    post({ type: "success", sites: [site("a")] });
    post({ action: "exit", sites: [site("a")] });
    await settle();
    expect(raised.map(({ action }) => action)).toEqual(["linked"]);
  });

  it("submits once for an exit after the call has ended", async () => {
    const { raised, post } = draw();
    post({ sites: [site("a")] });
    await settle();
    post({ action: "exit", sites: [site("a")] });
    await settle();
    expect(raised.map(({ action }) => action)).toEqual(["linked"]);
  });

  it("submits once for an exit before a success", async () => {
    const { raised, post } = draw(() => new Promise(() => {}));
    post({ action: "exit" });
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerGrace / 2));
    post({ type: "success", sites: [site("a")] });
    await settle();
    expect(raised.map(({ action }) => action)).toEqual(["linked"]);
  });

  it("raises its exit when no success follows", async () => {
    const { raised, post } = draw();
    post({ action: "exit", status: "USER_CLOSE_ACTION", sites: [site("x", { status: "FAILED" })] });
    expect(raised).toEqual([]);
    await settle();
    expect(raised).toEqual([{ action: "closed" }]);
  });

  it("5.13 ignores other origins and other frames", async () => {
    const { raised, post } = draw();
    post({ sites: [site("a")] }, "https://evil.example");
    post({ sites: [site("a")] }, ORIGIN, window);
    await settle();
    expect(raised).toEqual([]);
  });

  it("shows a notice when the provider sends no message, and removes it at the first message", async () => {
    const { raised, post } = draw();
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence - 1));
    expect(screen.queryByText("It does not answer.")).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("status")).toHaveTextContent("It does not answer.");
    post({ fnToCall: "ready" }, "https://evil.example");
    expect(screen.getByText("It does not answer.")).toBeInTheDocument();
    post({ fnToCall: "ready" });
    expect(screen.queryByText("It does not answer.")).not.toBeInTheDocument();
    expect(raised).toEqual([]);
  });

  it("opens the provider's page again on request after no message, and listens to the new page alone", async () => {
    const { raised, frame, post } = draw();
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence));
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    expect(screen.queryByText("It does not answer.")).not.toBeInTheDocument();
    const next = screen.getByTitle<HTMLIFrameElement>("Sign in to your bank");
    expect(next).not.toBe(frame);
    post({ type: "success", sites: [site("late")] }, ORIGIN, frame.contentWindow);
    post({ type: "success", sites: [site("now")] }, ORIGIN, next.contentWindow);
    await settle();
    expect(raised.map(({ form }) => form)).toMatchObject([{ requestId: "now" }]);
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence));
    expect(screen.queryByText("It does not answer.")).not.toBeInTheDocument();
  });

  it("says again that the provider does not answer when the page that was opened again is silent too", async () => {
    draw();
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence));
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence));
    expect(screen.getByText("It does not answer.")).toBeInTheDocument();
  });

  it("is busy until its page has loaded, or does not answer", async () => {
    const { frame, view } = draw();
    const provider = () => frame.parentElement as HTMLElement;
    expect(provider()).toHaveAttribute("aria-busy", "true");
    act(() => {
      frame.dispatchEvent(new Event("load"));
    });
    expect(provider()).not.toHaveAttribute("aria-busy");
    view.unmount();
    const { container } = draw().view;
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence));
    expect(container.querySelector("[aria-busy]")).toBeNull();
  });

  it("says in place of its page that the account is being linked, and has the focus there", () => {
    const { frame, view } = draw();
    expect(screen.queryByText("We're linking it.")).toBeNull();
    view.rerender(<Block block={block} screen={screenFor({ scope: { config }, pending: ["linked"] })} />);
    expect(screen.getByRole("status")).toHaveTextContent("We're linking it.");
    expect(screen.getByRole("status")).toHaveFocus();
    expect(frame).not.toBeVisible();
    view.rerender(<Block block={block} screen={screenFor({ scope: { config } })} />);
    expect(screen.queryByText("We're linking it.")).toBeNull();
    expect(frame).toBeVisible();
  });

  it("shows no notice after a message", async () => {
    const { post } = draw();
    post({ fnToCall: "ready" });
    await act(() => vi.advanceTimersByTimeAsync(DURATIONS.providerSilence * 2));
    expect(screen.queryByText("It does not answer.")).not.toBeInTheDocument();
  });

  it("renders nothing without a config", () => {
    render(<Block block={block} screen={screenFor({ scope: { config: null } })} />);
    expect(screen.queryByTitle("Sign in to your bank")).not.toBeInTheDocument();
  });
});

describe("a message", () => {
  it.each([
    [null],
    ["hello"],
    [42],
    [[]],
    [{}],
    [{ sites: "x" }],
    [{ sites: [{ requestId: "a" }] }],
    [{ sites: [site("")] }],
    [{ sites: [site(1.5)] }],
    [{ sites: [site({ id: 1 })] }],
  ])("5.13 of another shape is none: %j", (data) => {
    expect(readMessage(data)).toBeNull();
  });

  it("may be JSON text, or nested in `data`", () => {
    expect(readMessage(JSON.stringify({ sites: [site("a")] }))).toEqual({
      kind: "success",
      site: { requestId: "a", providerAccountId: "10000001" },
    });
    expect(readMessage({ type: "POST_MESSAGE", data: { fnToCall: "accountStatus", ...site("a") } })?.kind).toBe("success");
  });
});

describe("a config", () => {
  it("must have an http address and a token", () => {
    expect(() => parseConfig({ fastLinkURL: "javascript:alert(1)", accessToken: "x", params: {} })).toThrow("neither https nor http");
    expect(() => parseConfig({ fastLinkURL: ORIGIN })).toThrow("lacks");
    expect(() => parseConfig("x")).toThrow("not an object");
  });
});
