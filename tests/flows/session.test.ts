/** Tests a session of the shipped flows (S4, S9; D30, D31, D34) with a manual clock. */
import { describe, expect, it } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { startMonitors } from "../../src/runtime/monitors.js";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.js";
import { type FakePorts, failed, fakePorts, ok, settled } from "../runtime/fakes.js";
import { bundleOf } from "./shipped.js";

const { core, journeys } = bundleOf("harbor");

const AUTH = {
  ...(core.initial.auth as { readonly [field: string]: Json }),
  bearerToken: "marker",
  session_id: "s1",
  mfaRequired: true,
  loginSuccess: true,
  expiresAt: "2099-01-01T00:00:00Z",
};
const DISMISSED = { banners: ["b1"], returnedTransactions: ["t1"], bookmark: null, chase: null };
const IN: DepositorState = {
  ...core.initial,
  auth: AUTH,
  progress: {
    depositor_id: "dep-1",
    first_name: "Dana",
    registration_status: "PASSED",
    registration_last_step: "completed",
    extended_status: "FUNDED",
    is_primary: true,
  },
  branding: { name: "Harbor Savings Bank" },
  alerts: [{ uuid: "a", read_at: null }],
  dismissed: DISMISSED,
};

interface Session {
  readonly ports: FakePorts;
  readonly runtime: Runtime;
  /** Path of the screen shown, and the text of the notification. */
  at(): string;
  said(): Json;
  /** Why the session ended, for the page. */
  reason(): Json;
  /** Pending operations with their variables. */
  asked(operation: string): readonly Json[];
  open(path: string): Promise<void>;
  touch(): void;
  show(visible: boolean): void;
}

/** The shipped flows with the runtime and the monitors, composed as in the app. */
async function session(state: DepositorState, path: string): Promise<Session> {
  let keys = 0;
  let visible = true;
  const inputs: (() => void)[] = [];
  const visibilities: (() => void)[] = [];
  const locate = (address: { pathname: string; search: string; state: Json }) => {
    keys += 1;
    runtime.setLocation({ ...address, key: `k${keys}` });
  };
  const ports = fakePorts({ core, journeys }, state, locate);
  const runtime = createRuntime(core, {
    ...ports,
    store: {
      get: ports.store.get,
      replace(next) {
        ports.store.replace(next);
        monitors.stateChanged();
      },
    },
  });
  const monitors = startMonitors(core, {
    clock: ports.clock,
    presence: {
      visible: () => visible,
      onVisibility: (listener) => listening(visibilities, listener),
      onInput: (listener) => listening(inputs, listener),
      shareInput: () => {},
      sharedInput: () => null,
      onInputElsewhere: () => () => {},
      onRestored: () => () => {},
      alone: (_name, work) => work(false),
    },
    scope: () => runtime.scope(),
    isQuestionOpen: () => runtime.confirmation.get() !== null,
    closeOwnQuestion: () => {},
    raise: (action) => runtime.raise(null, action),
    answeredAt: () => null,
  });
  const made: Session = {
    ports,
    runtime,
    at() {
      const view = runtime.view.get();
      return view.kind === "screen" ? view.resolution.path : view.kind;
    },
    said: () => (ports.store.get().notification as { readonly message: Json }).message,
    reason() {
      const view = runtime.view.get();
      return view.kind === "screen" ? ((view.resolution.route.state as { readonly reason?: Json } | null)?.reason ?? null) : null;
    },
    asked: (operation) => ports.sent.filter((call) => call.operation === operation).map(({ variables }) => variables),
    async open(pathname) {
      locate({ pathname, search: "", state: null });
      await settled();
      await settled();
    },
    touch: () => inputs.forEach((listener) => void listener()),
    show(next) {
      visible = next;
      for (const listener of visibilities) listener();
    },
  };
  await made.open(path);
  return made;
}

function listening(all: (() => void)[], listener: () => void): () => void {
  all.push(listener);
  return () => void all.splice(all.indexOf(listener), 1);
}

const duration = (seconds: number | null) => ok({ authCheck: { token_duration: seconds, auth: { expiresAt: "2099-01-01T00:05:00Z" } } });
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Advances the time in steps with user activity in each, so that the depositor does not count as idle. */
async function passBusily(here: Session, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= MINUTE) {
    here.touch();
    await here.ports.clock.pass(Math.min(left, MINUTE));
  }
}

describe("the token check", () => {
  it("is sent every 60 s without extending the session, and stores the session's end", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(59 * SECOND);
    expect(here.asked("AuthCheck")).toEqual([]);
    await here.ports.clock.pass(SECOND);
    expect(here.asked("AuthCheck")).toEqual([{ extend: false }]);
    await here.ports.latestCall("AuthCheck").answer(duration(600));
    expect(here.ports.store.get().auth).toMatchObject({ expiresAt: "2099-01-01T00:05:00Z" });
    expect(here.at()).toBe("/dashboard");
    await here.ports.clock.pass(60 * SECOND);
    expect(here.asked("AuthCheck")).toEqual([{ extend: false }]);
  });

  it.each([
    ["0 seconds left", duration(0)],
    ["less than none left", duration(-1)],
    ["no figure at all", duration(null)],
    ["unauthorized", failed(401, "Unauthenticated.")],
  ])("that finds %s leads to logout", async (_what, outcome) => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(60 * SECOND);
    await here.ports.latestCall("AuthCheck").answer(outcome);
    await settled();
    await here.ports.latestCall("Logout").answer(ok({ logout: { ok: true } }));
    await settled();
    expect(here.at()).toBe("/login");
    expect([here.said(), here.reason()]).toEqual(["", "expired"]);
    expect(here.ports.store.get()).toMatchObject({ auth: core.initial.auth ?? null, progress: null, alerts: [] });
  });

  it("that fails otherwise shows nothing and does not end the session; the next check decides", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(60 * SECOND);
    await here.ports.latestCall("AuthCheck").answer(failed(500));
    expect([here.at(), here.said()]).toEqual(["/dashboard", ""]);
  });

  it.each([
    ["nobody is signed in", core.initial],
    ["the second factor waits (D1)", { ...core.initial, auth: { ...AUTH, loginSuccess: false, nonceToken: "n" } }],
  ])("is not asked while %s, nor is anything of the depositor", async (_what, state) => {
    const here = await session(state, "/login");
    await here.ports.clock.pass(10 * MINUTE);
    expect([...new Set(here.ports.sent.map(({ operation }) => operation))].sort()).toEqual(["Banners", "Branding"]);
  });
});

describe("the activity monitor", () => {
  it("checks and extends on the return after 30 s of visibility", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(29 * SECOND);
    here.show(false);
    here.show(true);
    expect(here.asked("AuthCheck")).toEqual([]);
    await here.ports.clock.pass(SECOND);
    here.show(false);
    here.show(true);
    await settled();
    expect(here.asked("AuthCheck")).toEqual([{ extend: true }]);
  });
});

describe("idleness", () => {
  it("shows a warning after 13 minutes, and the depositor can extend the session", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(13 * MINUTE - 1);
    expect(here.runtime.confirmation.get()).toBeNull();
    await here.ports.clock.pass(1);
    expect(here.runtime.confirmation.get()).toMatchObject({ title: "Are you still there?", confirm: "Stay logged in" });
    for (const call of [...here.ports.sent].filter(({ operation }) => operation === "AuthCheck")) await call.answer(duration(120));
    here.runtime.confirmation.get()?.answer(true);
    await settled();
    expect(here.asked("AuthCheck")).toEqual([{ extend: true }]);
  });

  it("ends the session after 15 minutes, and shows the reason", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.clock.pass(15 * MINUTE);
    await here.ports.latestCall("Logout").answer(ok({ logout: { ok: true } }));
    await settled();
    expect(here.at()).toBe("/login");
    expect([here.said(), here.reason()]).toEqual(["", "idle"]);
    expect(here.ports.store.get().auth).toEqual(core.initial.auth);
  });
});

describe("logging out", () => {
  it("sends the logout, clears every slice and the storage, and shows a message; dismissed items stay", async () => {
    const here = await session(IN, "/dashboard");
    const before = here.ports.persistedCleared;
    void here.runtime.raise(null, "logout");
    await settled();
    await here.ports.latestCall("Logout").answer(ok({ logout: { ok: true } }));
    await settled();
    expect(here.at()).toBe("/login");
    expect(here.said()).toBe("Logout successful");
    expect(here.ports.persistedCleared).toBe(before + 1);
    const { notification: _said, ...rest } = here.ports.store.get();
    const { notification: _none, ...initial } = core.initial;
    expect(rest).toEqual({ ...initial, dismissed: DISMISSED });
  });

  it("does not wait for a server that fails", async () => {
    const here = await session(IN, "/dashboard");
    void here.runtime.raise(null, "logout");
    await settled();
    await here.ports.latestCall("Logout").answer(failed(500));
    await settled();
    expect(here.at()).toBe("/login");
    expect(here.reason()).toBe("failed");
  });
});

describe("a 401", () => {
  it("to any call leads to logout from every screen", async () => {
    const here = await session(IN, "/dashboard");
    await here.ports.latestCall("Accounts").answer(failed(401));
    await settled();
    await here.ports.latestCall("Logout").answer(failed(401));
    await settled();
    expect(here.at()).toBe("/login");
    expect([here.said(), here.reason()]).toEqual(["", "expired"]);
  });
});

describe("page views", () => {
  it("are sent with screen id and title, once for each screen entered, without data of the depositor", async () => {
    const here = await session(IN, "/dashboard");
    await here.open("/disclosures/view-disclosures/6d1f");
    expect(here.asked("LogPageView")).toEqual([
      { location: "dashboard", description: "Home" },
      { location: "disclosures.view-disclosures", description: "View disclosures" },
    ]);
  });

  it("of logged-out visitors are not sent, and a failed one shows nothing", async () => {
    expect((await session(core.initial, "/login")).asked("LogPageView")).toEqual([]);
    const here = await session(IN, "/dashboard");
    await here.ports.latestCall("LogPageView").answer(failed(500));
    expect(here.said()).toBe("");
  });
});

describe("branding", () => {
  it("that is persisted is not requested", async () => {
    expect((await session(IN, "/dashboard")).asked("Branding")).toEqual([]);
  });

  it("is requested when it is missing, and again after three hours", async () => {
    const here = await session({ ...IN, branding: null }, "/dashboard");
    await here.ports.latestCall("Branding").answer(ok({ branding: { name: "Harbor Savings Bank" } }));
    await passBusily(here, 180 * MINUTE - 1);
    expect(here.asked("Branding")).toEqual([]);
    await here.ports.clock.pass(1);
    expect(here.asked("Branding")).toEqual([{}]);
  });
});

describe("a stale screen (F33)", () => {
  const at = (registration_last_step: string | null, extended_status = "UNLINKED") => ({
    progress: {
      depositor_id: "dep-1",
      first_name: "Dana",
      registration_status: "PASSED",
      registration_last_step,
      extended_status,
      is_primary: true,
    },
  });
  const news = async (here: Session, state: DepositorState) => {
    here.ports.store.replace(state);
    here.runtime.stateReplaced("values");
    await settled();
  };

  it("leads to the remaining task, and shows the reason", async () => {
    const here = await session({ ...IN, ...at("basic") }, "/registration/basic-information");
    await news(here, at("address"));
    expect(here.at()).toBe("/login/registration-home");
    expect(here.said()).toMatch(/^Your account was updated, so we brought you to the latest step/);
    expect(here.ports.faults).toEqual([]);
  });

  it("keeps a form with unsent input open, shows a message, and keeps the input", async () => {
    const here = await session({ ...IN, ...at("basic") }, "/registration/basic-information");
    here.runtime.saveDraft({ session: 0 }, "forms/basic-information.json", { first_name: "Dana" });
    await news(here, at("address"));
    expect(here.at()).toBe("/registration/basic-information");
    expect(here.said()).toMatch(/Your entries are still here\./);
    await here.open("/registration/basic-information");
    expect(here.at()).not.toBe("/registration/basic-information");
    expect(here.ports.store.get().drafts).toEqual({ "forms/basic-information.json": { first_name: "Dana" } });
  });

  it("leads an account on hold to the hold page (D27)", async () => {
    const here = await session(IN, "/dashboard/alerts");
    await news(here, at("completed", "HOLD"));
    expect(here.at()).toBe("/registration/hold-account");
  });
});

describe("the constants of S9", () => {
  it("are the durations of the flows", () => {
    const { durations }: BundleCore = core;
    expect(durations).toMatchObject({
      notification: 10_000,
      activityCheck: 30_000,
      tokenCheck: 60_000,
      longCall: 300_000,
      brandingAge: 3 * 60 * MINUTE,
      rehydrate: 5_000,
      reloadGuard: 10_000,
    });
  });

  it("and the texts of a chunk that cannot be loaded are S2.4's", () => {
    expect(core.chrome.chunkFailure).toBe(
      "Error loading component. Please clear cache and relaunch your browser. If the error persists, please contact support.",
    );
  });
});
