/** Tests that a confirmed action checks session, screen and item again, and that actions run per item. */
import { describe, expect, it } from "vitest";
import type { ScreenContent } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { observableValue } from "../../src/runtime/observable-value.js";
import { closeMonitorQuestion } from "../../src/runtime/questions.js";
import type { Confirmation } from "../../src/runtime/view.js";
import { INITIAL, ok, SIGNED_IN, settled, when } from "./fakes.js";
import { loggedIn, runtimeFixture } from "./runtime-fixture.js";

const TEXT = "This changed while the question was open.";
const confirm = { title: "Delete it?", text: "It cannot be undone.", confirm: "Yes", cancel: "No" };
const isOpen = when({ "!==": [{ var: "progress.closed" }, true] });
const remove = {
  call: "Save",
  confirm,
  when: isOpen,
  with: { id: { var: "item.uuid" } },
  on: { ok: [] },
};
const unread = when({ "!": [{ var: "item.read_at" }] });
const remover = { order: ["remove"], items: { remove: { label: "Remove", action: "remove", when: unread } } };
const body = [{ block: "list", key: "list", items: { var: "alerts" }, item: { controls: remover } }] as unknown as ScreenContent["body"];
const [first, second] = [{ uuid: "a" }, { uuid: "b" }] as const;

async function asked(payload: { readonly item?: Json; readonly source?: string } = { item: first, source: "row" }) {
  const fixture = runtimeFixture(
    {
      list: { guard: when({ and: [loggedIn.logic, { "!": [{ var: "progress.left" }] }] }), body, actions: { remove } },
      other: {},
      logout: {},
    },
    { ...SIGNED_IN, alerts: [first, second] },
    { texts: { confirmChanged: TEXT } },
  );
  await fixture.open("/list");
  void fixture.runtime.raise("list", "remove", payload);
  await settled();
  const question = fixture.runtime.confirmation.get();
  if (question === null) throw new Error("No question is open.");
  const change = async (slices: Record<string, Json>) => {
    fixture.ports.store.replace({ ...fixture.ports.store.get(), ...slices });
    fixture.runtime.stateReplaced("values");
    await settled();
  };
  const confirmIt = async () => {
    question.answer(true);
    await settled();
  };
  return { ...fixture, change, confirmIt };
}

describe("a confirmed action", () => {
  it("runs where nothing has changed, also when the item has new values", async () => {
    const { ports, change, confirmIt } = await asked();
    await change({ alerts: [{ uuid: "a", title: "A new title" }, second] });
    await confirmIt();
    expect(ports.latestCall("Save").variables).toEqual({ id: "a" });
  });

  it("does nothing where its item is still listed and no longer has the control", async () => {
    const { ports, screen, change, confirmIt } = await asked();
    await change({ alerts: [{ uuid: "a", read_at: "2026-11-21T12:00:00Z" }, second] });
    await confirmIt();
    expect(ports.sent).toEqual([]);
    expect(screen().failures).toEqual({ row: [{ message: TEXT, severity: "warning", status: null }] });
  });

  it("does nothing on a screen that the guards no longer admit, and says so outside of the screen", async () => {
    const { ports, runtime, change, confirmIt } = await asked();
    await change({ progress: { left: true } });
    expect(runtime.confirmation.get()).not.toBeNull();
    await confirmIt();
    expect(ports.sent).toEqual([]);
    expect(ports.store.get().notification).toEqual({ message: TEXT, isOpen: true, severity: "warning" });
  });

  it("does nothing where its item is gone, and says so at the control", async () => {
    const { ports, screen, change, confirmIt } = await asked();
    await change({ alerts: [second] });
    await confirmIt();
    expect(ports.sent).toEqual([]);
    expect(screen().failures).toEqual({ row: [{ message: TEXT, severity: "warning", status: null }] });
  });

  it("does nothing where its condition no longer holds, and says so", async () => {
    const { ports, change, confirmIt } = await asked({});
    await change({ progress: { closed: true } });
    await confirmIt();
    expect(ports.sent).toEqual([]);
    expect(ports.store.get().notification).toEqual({ message: TEXT, isOpen: true, severity: "warning" });
  });

  it("does nothing on another screen, where its question is closed", async () => {
    const { ports, runtime, open, confirmIt } = await asked();
    await open("/other");
    expect(runtime.confirmation.get()).toBeNull();
    await confirmIt();
    expect(ports.sent).toEqual([]);
  });

  it("does nothing after the end of its session, where its question is closed", async () => {
    const { ports, runtime, screen, confirmIt } = await asked();
    ports.store.replace(INITIAL);
    runtime.stateReplaced("session");
    await settled();
    expect(runtime.confirmation.get()).toBeNull();
    await confirmIt();
    expect(ports.sent).toEqual([]);
    expect(screen().resolution.screen).toBe("logout");
  });
});

describe("a running action", () => {
  it("is pending for its item alone", async () => {
    const { ports, runtime, confirmIt } = await asked();
    await confirmIt();
    expect([...runtime.pending.get()]).toEqual(["list/remove#a"]);
    void runtime.raise("list", "remove", { item: second });
    await settled();
    runtime.confirmation.get()?.answer(true);
    await settled();
    expect([...runtime.pending.get()]).toEqual(["list/remove#a", "list/remove#b"]);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(runtime.pending.get().size).toBe(1);
  });
});

describe("the question of a monitor", () => {
  it.each([
    [{ owner: null, deadline: 60_000 }, [null]],
    [{ owner: "list", deadline: 60_000 }, []],
    [{ owner: null, deadline: null }, []],
  ])("is closed without an answer, and no other one is: %j", (question, answers) => {
    const given: (boolean | null)[] = [];
    const open = observableValue<Confirmation | null>({
      ...question,
      answer: (yes: boolean | null) => void given.push(yes),
    } as Confirmation);
    expect(closeMonitorQuestion(open)).toBe(answers.length > 0);
    expect(given).toEqual(answers);
  });
});
