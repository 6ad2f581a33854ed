/** Tests that locations and names are in the source map only, and that the hash ignores them. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Bundle } from "../../src/language/bundle.js";
import { sourceMapOf, withoutSources } from "../../src/language/source-map.js";
import { smallSource } from "../support/small-flows.js";

function bundleOf(source = smallSource()): Bundle {
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return bundle;
}

/** The source with blank lines before every file of flows: the same definition at other lines. */
function shifted() {
  const { files } = smallSource();
  return {
    files: new Map([...files].map(([file, text]) => [file, file.startsWith("flows/") && file.endsWith(".json") ? `\n\n${text}` : text])),
  };
}

describe("a bundle", () => {
  it("has no locations and no names when it is published, and is otherwise the same", () => {
    const { core, journeys } = bundleOf();
    const published = JSON.stringify(withoutSources({ core, journeys }));
    expect(published).not.toContain('.json","line"');
    expect(published).not.toContain('"named"');
    expect(withoutSources(core).screens.login?.guard).toEqual({ logic: core.screens.login?.guard.logic });
    expect(Object.keys(withoutSources(core))).toEqual(Object.keys(core));
  });

  it("has every location and name in its source map", () => {
    const { core, journeys } = bundleOf();
    const map = sourceMapOf({ core, journeys });
    expect(map["/core/screens/login"]?.at).toEqual(core.screens.login?.at);
    expect(map["/core/screens/page/guard"]).toEqual({ at: core.screens.page?.guard.at, named: core.screens.page?.guard.named });
  });

  it("has another hash when a text changes, and the same hash when only lines or names of predicates change", () => {
    const { hash } = bundleOf().core;
    const moved = bundleOf(shifted());
    expect(moved.core.screens.login?.at.line).not.toBe(bundleOf().core.screens.login?.at.line);
    expect(moved.core.hash).toBe(hash);
    const { files } = smallSource();
    const other = new Map(files);
    other.set("flows/start.flow.json", (files.get("flows/start.flow.json") ?? "").replace("Hello **", "Good day **"));
    expect(bundleOf({ files: other }).core.hash).not.toBe(hash);
  });
});
