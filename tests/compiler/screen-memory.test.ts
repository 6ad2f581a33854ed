/** Tests that the compiler's memory of screens keeps the newest ones alone: `npm run dev` and `flows mutate` compile all day. */
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { smallSource, withScreen } from "../support/small-flows.js";

/** More compilations than any memory of the compiler keeps. */
const EDITS = 20;

/** The compiled page of an edit, whose login screen is as in all others; weak, so that the test itself keeps none. */
function editedPage(edit: number): WeakRef<object> {
  const { bundle, problems } = compile(smallSource(withScreen("page", { title: `Page ${edit}` })), "first");
  const page = bundle?.journeys.start?.screens.page;
  if (page === undefined) throw new Error(JSON.stringify(problems));
  return new WeakRef(page);
}

it("keeps no screen of an old edit because of the screens that the edit left as they are", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const pages = Array.from({ length: EDITS }, (_none, edit) => editedPage(edit));
  // A weak reference keeps its object until the task ends.
  await sleep(0);
  collectGarbage();
  const kept = pages.flatMap((page, edit) => (page.deref() === undefined ? [] : [edit]));
  expect(kept).not.toContain(0);
  expect(kept.length).toBeLessThan(EDITS / 2);
});
