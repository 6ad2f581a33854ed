/** Tests the scenario recorder of the development bar: steps, answers, secrets, and what continues after a reload. */
import { expect, it } from "vitest";
import { changedValues, type RecordingStart, ScenarioRecorder, type StoredRecording, scenarioFile } from "../../src/app/dev/recorder.js";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import type { Step } from "../../src/scenarios/scenario.js";
import { bundleOf, INITIAL } from "../runtime/fakes.js";

const { core } = bundleOf({});
const AT = Date.parse("2026-11-21T17:00:00Z");

const recorder = (start: Partial<RecordingStart> = {}) =>
  ScenarioRecorder.begun({
    core,
    common: { answers: {}, fills: {} },
    brand: "harbor",
    persona: null,
    state: INITIAL,
    address: "/login?from=mail",
    at: AT,
    ...start,
  });

const ok = (field: string, value: Json): Outcome => ({ status: "ok", result: { [field]: value } });
const failed = (status: 400 | "network", code: string | null, errors: readonly { path: string; message: string }[] = []): Outcome => ({
  status,
  code,
  message: "No.",
  errors,
  request_id: "request-1",
});
const stepsOf = (recording: ScenarioRecorder): readonly Step[] => recording.scenario().steps;

it("records what a depositor does, with consecutive values in one step", () => {
  const recording = recorder();
  recording.filled({ email: "d" });
  recording.filled({ email: "dana@example.com" });
  recording.filled({ password: "Example" });
  const commit = recording.pressed("Log in", null, AT);
  commit({ remember: true });
  recording.sent("Save", "mutation", AT)(failed(400, "bad_credentials"), INITIAL, AT);
  recording.pressed("Open", 2, AT);
  recording.wentBack(AT);
  recording.opened("/home", AT);
  recording.filled({ email: null });
  expect(recording.scenario()).toEqual({
    brands: ["harbor"],
    given: { now: "2026-11-21T17:00:00.000Z" },
    steps: [
      { open: "/login?from=mail" },
      { fill: { email: "dana@example.com", password: "Example", remember: true } },
      { press: "Log in" },
      { answer: "Save", fails: "400.bad_credentials" },
      { press: "Open", nth: 2 },
      { goBack: true },
      { open: "/home" },
      { fill: { email: null } },
    ],
  });
});

it("records the answers of mutations in the order in which they arrive", () => {
  const recording = recorder();
  const save = recording.sent("Save", "mutation", AT);
  const pay = recording.sent("Pay", "mutation", AT);
  pay(failed("network", null), INITIAL, AT);
  save(failed(400, null, [{ path: "email", message: "Taken." }]), INITIAL, AT);
  recording.sent("Save", "mutation", AT)(ok("save", { done: true }), INITIAL, AT);
  expect(stepsOf(recording).slice(1)).toEqual([
    { answer: "Pay", fails: "network" },
    { answer: "Save", fails: "400", errors: [{ path: "email", message: "Taken." }] },
    { answer: "Save", ok: { done: true } },
  ]);
});

it("records the answer of a query before its cause, unless the state or all scenarios have it", () => {
  const usual = { answers: { Alerts: { ok: [] } }, fills: {} };
  const recording = recorder({ common: usual });
  const state = { ...INITIAL, progress: { step: "email", uuid: "1" } };
  recording.sent("Progress", "query", AT)(ok("progress", { step: "email" }), state, AT);
  recording.sent("Alerts", "query", AT)(ok("alerts", []), state, AT);
  recording.pressed("Continue", null, AT);
  recording.sent("Progress", "query", AT)(ok("progress", { step: "phone" }), state, AT);
  recording.sent("Check", "query", AT)(failed(400, null), state, AT);
  recording.pressed("Again", null, AT);
  recording.sent("Progress", "query", AT)(ok("progress", { step: "phone" }), state, AT);
  recording.sent("Alerts", "query", AT)(ok("alerts", [{ uuid: "1" }]), state, AT);
  expect(stepsOf(recording)).toEqual([
    { open: "/login?from=mail" },
    { answers: { Progress: { ok: { step: "phone" } }, Check: { fails: "400" } } },
    { press: "Continue" },
    { answers: { Alerts: { ok: [{ uuid: "1" }] } } },
    { press: "Again" },
  ]);
});

it("begins with the persona and with what differs from it, without secrets and what queries load", () => {
  const auth = { bearerToken: "opaque", email: "d•••@example.com" };
  const state = { ...INITIAL, auth, alerts: [{ uuid: "1" }], route: { path: "/" } };
  const persona = { name: "active", state: { auth: { bearerToken: "signed-in" } } };
  const common = { answers: { Alerts: { ok: [] } }, fills: {} };
  expect(recorder({ state, persona, common }).scenario().given).toEqual({
    persona: "active",
    state: { auth: { ...(INITIAL.auth as object), bearerToken: "Example", email: "d•••@example.com" } },
  });
  expect(recorder({ state: { ...INITIAL, auth: persona.state.auth }, persona, common }).scenario().given).toEqual({ persona: "active" });
});

it("writes no token of an answer", () => {
  const recording = recorder();
  recording.sent("Save", "mutation", AT)(
    ok("save", { auth: { nonceToken: "secret", phone: null }, list: [{ ssn: "521-67-0042" }] }),
    {},
    AT,
  );
  expect(stepsOf(recording)[1]).toEqual({
    answer: "Save",
    ok: { auth: { nonceToken: "Example", phone: null }, list: [{ ssn: "Example" }] },
  });
});

it("waits before a call of a timer, and before a press that was late", () => {
  const recording = recorder();
  recording.sent("Check", "query", AT + 2_500)(ok("check", null), INITIAL, AT + 2_600);
  recording.pressed("Stay", null, AT + 20_000);
  recording.pressed("Stay", null, AT + 800_000);
  expect(stepsOf(recording)).toEqual([
    { open: "/login?from=mail" },
    { answers: { Check: { ok: null } } },
    { wait: "PT3S" },
    { press: "Stay" },
    { wait: "PT780S" },
    { press: "Stay" },
  ]);
});

it("compares typed data by path", () => {
  expect(changedValues({ name: "Dana" }, { name: "Dana" })).toEqual({});
  expect(changedValues({}, { name: "Dana", home: { zip: "97205" } })).toEqual({ name: "Dana", "home.zip": "97205" });
  expect(changedValues({ name: "Dana", sum: 1 }, { sum: 2 })).toEqual({ name: null, sum: 2 });
  expect(changedValues({ people: [{ age: 1 }, { age: 2 }] }, { people: [{ age: 1 }, { age: 3 }] })).toEqual({ "people.1.age": 3 });
  expect(changedValues({ people: [{ age: 1 }] }, { people: [{ age: 1 }, { age: 2 }] })).toEqual({ people: [{ age: 1 }, { age: 2 }] });
  expect(changedValues({ days: ["a"] }, { days: ["b"] })).toEqual({ days: ["b"] });
});

it("writes a file of scenarios", () => {
  const recording = recorder();
  recording.sent("Check", "query", AT)(ok("check", 1), INITIAL, AT);
  expect(Object.keys((JSON.parse(scenarioFile(recording.scenario())) as { scenarios: object }).scenarios)).toEqual([
    "Recorded from /login?from=mail",
  ]);
  expect(JSON.parse(scenarioFile(recorder().scenario()))).toEqual({
    $schema: "../../schemas/scenario.schema.json",
    scenarios: { "Recorded from /login?from=mail": recorder().scenario() },
  });
});

it("continues after a reload: an answer that the server has given before is not written", () => {
  const recording = recorder();
  recording.filled({ email: "dana@example.com" });
  const state = { ...INITIAL, alerts: [{ uuid: "alert-1", accessToken: "real" }] };
  const stored = JSON.parse(JSON.stringify(recording.stored("/login", state))) as StoredRecording;
  expect(JSON.stringify(stored)).not.toContain("real");
  const continued = ScenarioRecorder.continued(core, stored, "/login", AT + 90_000);
  const answer = (value: Json) => continued.sent("Alerts", "query", AT + 90_000)(ok("alerts", value), INITIAL, AT + 90_000);
  answer([{ uuid: "alert-1", accessToken: "real" }]);
  expect(stepsOf(continued)).toEqual([
    { open: "/login?from=mail" },
    { fill: { email: "dana@example.com" } },
    { wait: "PT90S" },
    { reload: true },
  ]);
  answer([{ uuid: "alert-2" }]);
  expect(stepsOf(continued).at(-2)).toEqual({ answers: { Alerts: { ok: [{ uuid: "alert-2" }] } } });
});
