/** Tests the port to the other tabs over a window's local storage. */
import { describe, expect, it, vi } from "vitest";
import { otherTabsPort } from "../../src/app/other-tabs.js";

const KEY = "passbook.changes";

function opened() {
  const faults: Error[] = [];
  const port = otherTabsPort(window, (fault) => faults.push(fault));
  const heard: (readonly string[])[] = [];
  const stop = port.onChanges((fields) => heard.push(fields));
  return { port, heard, stop, faults };
}

const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

describe("a report", () => {
  it("reaches another tab once, and not the tab that has sent it", () => {
    const [one, other] = [opened(), opened()];
    one.port.reportChanges(["accounts", "transactions"]);
    storageEvent(KEY);
    storageEvent(KEY);
    expect(other.heard).toEqual([["accounts", "transactions"]]);
    expect(one.heard).toEqual([]);
    one.port.reportChanges(["accounts"]);
    storageEvent(KEY);
    expect(other.heard).toEqual([["accounts", "transactions"], ["accounts"]]);
    one.stop();
    other.stop();
  });

  it("reaches a tab that was frozen when it continues", () => {
    const [one, frozen] = [opened(), opened()];
    one.port.reportChanges(["accounts"]);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(frozen.heard).toEqual([["accounts"]]);
    one.port.reportChanges(["alerts"]);
    window.dispatchEvent(new Event("pageshow"));
    expect(frozen.heard).toEqual([["accounts"], ["alerts"]]);
    one.stop();
    frozen.stop();
  });

  it("does not reach a tab that opens later, nor one that has stopped", () => {
    const one = opened();
    one.port.reportChanges(["accounts"]);
    const late = opened();
    storageEvent(KEY);
    expect(late.heard).toEqual([]);
    late.stop();
    one.port.reportChanges(["accounts"]);
    storageEvent(KEY);
    expect(late.heard).toEqual([]);
    one.stop();
  });

  it("of no field writes nothing", () => {
    window.localStorage.removeItem(KEY);
    opened().port.reportChanges([]);
    expect(window.localStorage.getItem(KEY)).toBeNull();
  });
});

describe("storage", () => {
  it("with a broken entry counts as empty", () => {
    const one = opened();
    window.localStorage.setItem(KEY, "{");
    storageEvent(KEY);
    storageEvent("passbook/auth");
    expect(one.heard).toEqual([]);
    expect(one.faults).toEqual([]);
    one.stop();
  });

  it("that is blocked is reported", () => {
    const one = opened();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("blocked");
    });
    one.port.reportChanges(["accounts"]);
    expect(one.faults.map(({ name }) => name)).toEqual(["StorageUnavailable"]);
    one.stop();
    vi.restoreAllMocks();
  });
});
