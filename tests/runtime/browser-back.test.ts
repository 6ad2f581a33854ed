/** Tests the browser's Back and Forward: the page's Back on the pages of a wizard, and entries whose page is no longer open (D46). */
import { describe, expect, it } from "vitest";
import type { CompiledAction } from "../../src/language/bundle.js";
import { failed, ok, SIGNED_IN, settled, when } from "./fakes.js";
import { complete, loggedIn, runtimeFixture } from "./runtime-fixture.js";

const at = (step: string) => when({ "===": [{ var: "progress.registration_last_step" }, step] });
const goBack = (next: string, path: string): CompiledAction => ({
  call: "Save",
  with: { next },
  on: { ok: [{ set: { "progress.registration_last_step": next } }, { go: path }], "*": [] },
});

const PAGES = {
  home: { guard: loggedIn },
  first: { guard: at("first"), back: [{ go: "/home", browser: true }] },
  second: { guard: at("second"), back: [{ action: "goBack", browser: true }], actions: { goBack: goBack("first", "/first") } },
  third: { guard: at("third"), back: [{ action: "goBack", browser: true }], actions: { goBack: goBack("second", "/second") } },
  done: { guard: at("done") },
  hub: { guard: loggedIn, back: [{ go: "/home" }] },
  closed: { guard: complete },
};

/** A depositor who has opened these pages, each at its step. */
async function walked(...paths: readonly string[]) {
  const fixture = runtimeFixture(PAGES, SIGNED_IN, {
    decisions: { logoLink: { name: "logoLink", rows: [{ key: "all", go: "/home", at: { file: "", line: 1, column: 1, layer: "base" } }] } },
  });
  const { ports, open } = fixture;
  // The router shows an address after the navigation.
  const { replace } = ports.history;
  ports.history.replace = (address) => void setImmediate(() => replace(address));
  const step = (registration_last_step: string) => ports.store.replace({ progress: { registration_last_step } });
  for (const path of paths) {
    step(path.slice(1));
    await open(path);
    await settled();
  }
  return {
    ...fixture,
    step,
    shown: () => fixture.screen().resolution.screen,
    address: () => ports.entries.list[ports.entries.at]?.pathname,
  };
}

describe("the browser's Back on a page of a wizard", () => {
  it("performs the page's Back, and the previous page replaces the entry", async () => {
    const { ports, shown, address } = await walked("/home", "/first", "/second", "/third");
    await ports.browserMoves(-1);
    expect(shown()).toBe("third");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["second", "/second", 2]);
    await ports.browserMoves(-1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["first", "/first", 1]);
    await ports.browserMoves(-1);
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["home", "/home", 0]);
    expect(ports.faults).toEqual([]);
  });

  it("performs it where the entry before is another page that is open, too", async () => {
    const { ports, shown, address } = await walked("/home", "/second");
    await ports.browserMoves(-1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["first", "/first", 0]);
  });

  it("performs it after the page's own Back", async () => {
    const { ports, runtime, shown } = await walked("/home", "/first", "/second");
    void runtime.raise("second", "goBack");
    await settled();
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect(shown()).toBe("first");
    await ports.browserMoves(-1);
    await settled();
    expect(shown()).toBe("home");
  });

  it("stays on the page, at its entry, where its call fails", async () => {
    const { ports, shown, address } = await walked("/home", "/first", "/second");
    await ports.browserMoves(-1);
    await ports.latestCall("Save").answer(failed(500));
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["second", "/second", 2]);
    await ports.browserMoves(-1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect(shown()).toBe("first");
  });

  it("pressed again while its call runs is one Back", async () => {
    const { ports, shown, address } = await walked("/home", "/first", "/second");
    await ports.browserMoves(-1);
    await ports.browserMoves(-1);
    await settled();
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["first", "/first", 1]);
  });

  it("closes an open question instead", async () => {
    const { ports, runtime, shown, address } = await walked("/home", "/second");
    runtime.confirmation.set({
      owner: "second",
      title: "",
      text: () => "",
      deadline: null,
      confirm: "",
      isDangerous: false,
      cancel: "",
      cancelActs: false,
      answer: () => runtime.confirmation.set(null),
    });
    await ports.browserMoves(-1);
    await settled();
    expect(runtime.confirmation.get()).toBeNull();
    expect([shown(), address(), ports.sent.length]).toEqual(["second", "/second", 0]);
  });
});

describe("the browser's Forward", () => {
  it("to a page that is not open yet stays on the page", async () => {
    const { ports, shown, address } = await walked("/home", "/first", "/second");
    await ports.browserMoves(-1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await settled();
    const { entry } = { entry: ports.entries.at };
    await ports.browserMoves(1);
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["first", "/first", entry]);
  });

  it("to an open page shows it", async () => {
    const { ports, shown } = await walked("/home", "/hub");
    await ports.browserMoves(-1);
    expect(shown()).toBe("home");
    await ports.browserMoves(1);
    expect(shown()).toBe("hub");
  });
});

describe("the browser's Back elsewhere", () => {
  it("shows an open page, for any Back of the page", async () => {
    const { ports, shown } = await walked("/home", "/done", "/hub");
    ports.store.replace({ progress: { registration_last_step: "done" } });
    await ports.browserMoves(-1);
    expect(shown()).toBe("done");
  });

  it("performs the page's Back in place of a page that is no longer open", async () => {
    const { ports, shown, address } = await walked("/closed", "/done", "/hub");
    await ports.browserMoves(-1);
    await settled();
    expect([shown(), address()]).toEqual(["home", "/home"]);
  });

  it("passes over pages that are no longer open", async () => {
    const { ports, shown, address } = await walked("/home", "/first", "/second", "/done");
    await ports.browserMoves(-1);
    await settled();
    await settled();
    expect([shown(), address(), ports.entries.at]).toEqual(["home", "/home", 0]);
    expect(ports.sent).toEqual([]);
  });

  it("goes to the logo's target where no entry is left", async () => {
    const { ports, shown, address } = await walked("/first", "/done");
    await ports.browserMoves(-1);
    await settled();
    expect([shown(), address()]).toEqual(["home", "/home"]);
  });
});

describe("an address that is typed", () => {
  it("is refused by the guard of its page", async () => {
    const { open, shown } = await walked("/home", "/first", "/second");
    await open("/first");
    expect(shown()).toBe("not-found");
  });
});
