/** Tests `watchedCondition`: the present truth of a condition, evaluated again only where what it reads has changed. */
import { describe, expect, it } from "vitest";
import type { CompiledPredicate } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { watchedCondition } from "../../src/runtime/watched-condition.js";

const predicate = (logic: Json) => ({ logic, named: [] }) as unknown as CompiledPredicate;

describe("a watched condition", () => {
  it("follows the names that it reads", () => {
    const isFunded = watchedCondition(predicate({ "===": [{ var: "progress.state" }, "funded"] }));
    expect(isFunded({ progress: { state: "started" } })).toBe(false);
    expect(isFunded({ progress: { state: "funded" } })).toBe(true);
    expect(isFunded({ progress: null })).toBe(false);
  });

  it("is not evaluated again when only other names differ", () => {
    let reads = 0;
    const progress = {
      get state() {
        reads += 1;
        return "funded";
      },
    };
    const isFunded = watchedCondition(predicate({ "===": [{ var: "progress.state" }, "funded"] }));
    expect(isFunded({ progress, banners: null })).toBe(true);
    expect(isFunded({ progress, banners: [] })).toBe(true);
    expect(reads).toBe(1);
  });

  it("is evaluated in each scope when it reads the whole of it", () => {
    const isAnything = watchedCondition(predicate({ "===": [{ var: "" }, null] }));
    expect(isAnything({ banners: null })).toBe(false);
    expect(isAnything(null as never)).toBe(true);
  });

  it("always holds where there is none", () => {
    expect(watchedCondition(undefined)({})).toBe(true);
  });
});
