/** Tests the history after the end of a task: its pages leave it (`leaves`). */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { SIGNED_IN, settled } from "./fakes.js";
import { runtimeFixture } from "./runtime-fixture.js";

const PAGES = {
  home: {},
  edit: {
    actions: {
      end: { then: [{ go: "/done", leaves: ["/edit", "/code/:id"] }] },
      decide: { then: [{ decide: "logoLink", leaves: ["/edit", "/code/:id"] }] },
    },
  },
  code: { path: "/code/:id" },
  done: {},
};

const LOGO = { name: "logoLink", rows: [{ key: "all", go: "/done", at: { file: "", line: 1, column: 1, layer: "base" as const } }] };

/** A depositor who has opened these paths, and then performs an action of the page "edit". */
async function endTask(paths: readonly string[], action = "end") {
  const fixture = runtimeFixture(PAGES, SIGNED_IN, { decisions: { logoLink: LOGO } });
  const { ports, open, runtime } = fixture;
  const shown: Json[] = [];
  runtime.view.subscribe(() => {
    const view = runtime.view.get();
    if (view.kind === "screen" && shown.at(-1) !== view.resolution.path) shown.push(view.resolution.path);
  });
  for (const [index, path] of paths.entries()) await open(path, { index });
  shown.length = 0;
  void runtime.raise("edit", action);
  await settled();
  await settled();
  return { ...fixture, shown, history: ports.entries.list.map(({ pathname }) => pathname), at: ports.entries.at };
}

describe("the end of a task", () => {
  it("leaves out the entries of its pages, and shows none of those between", async () => {
    const { history, at, shown, ports } = await endTask(["/home", "/edit", "/code/1", "/edit"]);
    expect([history, at, shown]).toEqual([["/home", "/done"], 1, ["/done"]]);
    expect(ports.faults).toEqual([]);
    await ports.browserMoves(-1);
    expect(shown).toEqual(["/done", "/home"]);
  });

  it.each([
    [
      ["/edit", "/home", "/edit", "/edit"],
      ["/edit", "/home", "/done"],
    ],
    [
      ["/home", "/edit"],
      ["/home", "/done"],
    ],
  ])("keeps what was before the task: %j", async (paths, left) => {
    const { history, at } = await endTask(paths);
    expect([history, at]).toEqual([left, left.length - 1]);
  });

  it("replaces the first entry of the app where the task began there", async () => {
    const { history, at, shown } = await endTask(["/edit", "/edit"]);
    expect([history[at], at, shown]).toEqual(["/done", 0, ["/done"]]);
  });

  it("does so where a decision chooses the page that follows", async () => {
    const { history } = await endTask(["/home", "/edit", "/edit"], "decide");
    expect(history).toEqual(["/home", "/done"]);
  });
});
