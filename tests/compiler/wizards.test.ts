/** Tests wizards: the definitions generated from the order of their steps, in the base and with a brand's change of one line. */

import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import * as conditions from "../../src/language/condition-problems.js";
import { itemOutsideItems, stepNotStored } from "../../src/language/overlay-problems.js";
import * as problems from "../../src/language/problems.js";
import { prove } from "../../src/verifier/prove.js";
import { messages } from "../../src/verifier/rules/messages.js";
import { at } from "../support/small-flows.js";
import {
  APPLICATION,
  type Keywords,
  PHONE,
  REGISTRATION,
  STEP_SCREENS,
  Traveller,
  type WizardChanges,
  wizardBundle,
  wizardSource,
} from "../support/wizard-flows.js";

const START = "flows/start.flow.json";
const steps = (items: Keywords, order?: readonly string[]) => ({
  overlay: { wizards: { registration: { steps: { items, ...(order && { order }) } } } },
});
const found = (changes: WizardChanges) =>
  compile(wizardSource(changes), "first")
    .problems.filter(({ severity }) => severity === "error")
    .map(({ rule, message }) => ({ rule, message }));
const said = ({ rule, message }: problems.Finding) => ({ rule, message });

/** The pages of a depositor who continues from the first page to the last. */
function walked(changes: WizardChanges): readonly string[] {
  const traveller = new Traveller(wizardBundle(changes), null, { pathname: "/home" }).raise("start");
  const pages = [traveller.at];
  while (traveller.at !== "/bank" && pages.length < 9) pages.push(traveller.raise("save").at);
  return pages;
}

describe("a wizard whose step the server stores", () => {
  const bundle = wizardBundle();
  const travellerAt = (step: string, pathname: string, state: Keywords | null = null) =>
    new Traveller(bundle, step, { pathname, state: state as { readonly [key: string]: string } | null });

  it("leads from page to page, and each is open at its own step only", () => {
    expect(walked({})).toEqual(["/basic", "/address", "/employer", "/confirm", "/bank"]);
    expect(travellerAt("address", "/address").at).toBe("/address");
    expect(travellerAt("basic", "/address").at).not.toBe("/address");
    expect(travellerAt("address", "/home").raise("resume").at).toBe("/address");
  });

  it("sets the progress of each page, and uses the named predicate with the same condition in its guard", () => {
    const { screens } = bundle.core;
    expect(["basic", "address", "employer", "confirm"].map((id) => screens[id]?.progress)).toEqual([21, 28, 35, 42]);
    expect(screens.address?.guard.named).toEqual({
      and: ["loggedIn", { "===": [{ var: "progress.registration_last_step" }, "address"] }],
    });
    expect(screens.address?.guard.at).toMatchObject({ file: START });
  });

  it("goes back a page by saving the step before, and out from the first", () => {
    const back = travellerAt("confirmed", "/confirm").back();
    expect([back.at, back.step]).toEqual(["/employer", "employer"]);
    expect([back.back().at, back.step]).toEqual(["/address", "address"]);
    expect([back.back().at, back.step]).toEqual(["/basic", "basic"]);
    expect([back.back().at, back.step]).toEqual(["/home", "basic"]);
  });

  it("returns to the review from a page that the review opened, by Continue and by Back", () => {
    for (const step of ["basic", "address", "employer"]) {
      const edit = `edit${step.charAt(0).toUpperCase()}${step.slice(1)}`;
      const going = travellerAt("confirmed", "/confirm").raise(edit);
      expect([going.at, going.step]).toEqual([`/${step}`, step]);
      expect([going.raise("save").at, going.step]).toEqual(["/confirm", "confirmed"]);
      const back = travellerAt("confirmed", "/confirm").raise(edit).back();
      expect([back.at, back.step]).toEqual(["/confirm", "confirmed"]);
    }
  });

  it("sends the variables of a page's own operation, and handles the wizard's failures", () => {
    const { actions } = bundle.journeys.start?.screens.employer ?? {};
    expect(actions?.save?.call).toBe("SaveEmployer");
    expect(Object.keys(actions?.save?.with ?? {})).toEqual(["form", "next"]);
    expect(Object.keys(actions?.save?.on ?? {}).sort()).toEqual(["409.step_refused", "ok"]);
    expect(bundle.journeys.start?.screens.address?.actions.save?.call).toBe("SaveStep");
    expect(Object.keys(actions?.goBack?.on ?? {})).toEqual(["ok"]);
  });

  it("performs the page's own effects after a good answer, and then opens the next page", () => {
    const save = { step: "next", call: "SaveStep", on: { ok: { set: { "auth.resetEmail": null } } } };
    const adding = wizardBundle({ screens: { address: { ...STEP_SCREENS.address, actions: { save } } } });
    expect(new Traveller(adding, "address", { pathname: "/address" }).raise("save").at).toBe("/employer");
    expect(adding.journeys.start?.screens.address?.actions.save?.on?.ok).toMatchObject([
      { set: { "auth.resetEmail": null } },
      { decide: "resume" },
    ]);
  });

  it("resumes at a row for each step, with the step's own condition", () => {
    const rows = bundle.core.decisions.resume?.rows ?? [];
    expect(rows.map(({ key, go }) => `${key} ${go}`)).toEqual([
      "out /",
      "basic /basic",
      "address /address",
      "employer /employer",
      "confirmed /confirm",
      "else /bank",
    ]);
    expect(rows[4]?.when?.named).toEqual({
      and: [{ "===": [{ var: "progress.registration_last_step" }, "confirmed"] }, { "!": ["held"] }],
    });
  });
});

describe("a wizard whose pages follow each other in the browser", () => {
  const travellerAt = (pathname: string, search = "") =>
    new Traveller(wizardBundle(), null, { pathname: `/application/${pathname}`, search });

  it("leads from page to page, and its guard admits the depositor to all of them", () => {
    const going = travellerAt("contact");
    const pages = [going.at];
    for (const action of ["save", "save", "save", "save", "send"]) pages.push(going.raise(action).at);
    expect(pages).toEqual([
      "/application/contact",
      "/application/personal",
      "/application/living",
      "/application/occupation",
      "/application/review",
      "/bank",
    ]);
    expect(travellerAt("occupation").at).toBe("/application/occupation");
  });

  it("goes back a page, and out from the first", () => {
    expect(travellerAt("review").back().at).toBe("/application/occupation");
    expect(travellerAt("occupation").back().at).toBe("/application/living");
    expect(travellerAt("contact").back().at).toBe("/bank");
  });

  it("returns to the review from a page that the review opened, by a key of the search", () => {
    for (const [action, page] of [
      ["editContact", "contact"],
      ["editLiving", "living"],
      ["editOccupation", "occupation"],
    ] as const) {
      expect(travellerAt("review").raise(action).at).toBe(`/application/${page}?confirm`);
      expect(travellerAt(page, "?confirm").raise("save").at).toBe("/application/review");
      expect(travellerAt(page, "?confirm").back().at).toBe("/application/review");
    }
  });

  it("has the same with route state in place of the search", () => {
    const bundle = wizardBundle({ application: { return: { state: "review" } } });
    const going = new Traveller(bundle, null, { pathname: "/application/review" }).raise("editPersonal");
    expect(going.at).toBe("/application/personal");
    expect(going.raise("save").at).toBe("/application/review");
  });
});

describe("a brand changes a wizard by one line of its overlay:", () => {
  const rules = (changes: WizardChanges) => {
    const source = wizardSource(changes);
    const bundle = wizardBundle(changes);
    return prove(source, "first", bundle, compile)
      .findings.filter(({ rule }) => !rule.startsWith("outcome-"))
      .map(({ rule, owner }) => `${rule} ${owner}`);
  };
  const INVARIANTS = {
    atEmployer: {
      description: "The employer's page is open at its step.",
      screens: ["employer", "address"],
      never: { "===": [{ var: "progress.registration_last_step" }, "bank"] },
    },
    employerAlone: {
      description: "Nobody else is on it.",
      screens: ["employer"],
      require: { "===": [{ var: "progress.registration_last_step" }, "employer"] },
    },
    employerPages: {
      description: "Nobody else is on it or on a page below it.",
      screens: ["employer.**"],
      require: { "===": [{ var: "progress.registration_last_step" }, "employer"] },
    },
    edits: { description: "Edit moves the step.", actions: ["confirm.editEmployer", "confirm.editBasic"], then: "loggedIn" },
  };
  const before = rules({ invariants: INVARIANTS });

  it("the order, which swaps pages", () => {
    const swapped = steps({}, ["basic", "employer", "address", "confirmed"]);
    const { items: _none, ...order } = swapped.overlay.wizards.registration.steps;
    const changes = { overlay: { wizards: { registration: { steps: order } } }, invariants: INVARIANTS };
    expect(walked(changes)).toEqual(["/basic", "/employer", "/address", "/confirm", "/bank"]);
    expect(new Traveller(wizardBundle(changes), "confirmed", { pathname: "/confirm" }).back().at).toBe("/address");
    expect(rules(changes)).toEqual(before);
    const first = { overlay: { wizards: { registration: { steps: { order: ["address", "basic", "employer", "confirmed"] } } } } };
    expect(walked(first)).toEqual(["/address", "/basic", "/employer", "/confirm", "/bank"]);
  });

  it("null, which removes a page, its section in the review, and everything that refers to it", () => {
    const changes = { ...steps({ employer: null }), invariants: INVARIANTS };
    const bundle = wizardBundle(changes);
    expect(walked(changes)).toEqual(["/basic", "/address", "/confirm", "/bank"]);
    expect(bundle.core.screens.employer).toBeUndefined();
    expect(Object.keys(bundle.journeys.start?.screens.confirm?.actions ?? {}).sort()).toEqual([
      "editAddress",
      "editBasic",
      "goBack",
      "save",
    ]);
    expect(JSON.stringify(bundle.journeys.start?.screens.confirm?.body)).not.toContain("employer");
    expect(new Set(rules(changes))).toEqual(new Set(before.filter((one) => !one.endsWith("screen:employer"))));
  });

  it("a step, which adds a page", () => {
    const screens = { phone: PHONE };
    const changes = {
      screens,
      ...steps({ verified: { screen: "phone", progress: 30 } }, ["basic", "verified", "address", "employer", "confirmed"]),
    };
    expect(walked(changes)).toEqual(["/basic", "/phone", "/address", "/employer", "/confirm", "/bank"]);
    expect(wizardBundle(changes).core.screens.phone?.progress).toBe(30);
    // Without its own order, the new page comes before the review.
    expect(walked({ screens, ...steps({ verified: { screen: "phone" } }) })).toEqual([
      "/basic",
      "/address",
      "/employer",
      "/phone",
      "/confirm",
      "/bank",
    ]);
  });
});

describe("a wizard is rejected", () => {
  const registration = (more: Keywords) => ({ registration: more });
  const items = (more: Keywords) => registration({ steps: { items: { ...REGISTRATION.steps.items, ...more } } });
  const STEP = '"progress.registration_last_step"';
  const ENUM = ["basic", "address", "employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed", null];

  it.each<[string, WizardChanges, problems.Finding]>([
    ["for a screen that is not there", items({ verified: { screen: "phon" } }), problems.unknownScreen("phon", [])],
    ["for a page in two steps", items({ verified: { screen: "basic" } }), problems.screenInTwoSteps("basic", "registration.basic")],
    [
      "for a page of another wizard",
      { application: { steps: { items: { ...APPLICATION.steps.items, more: { screen: "basic" } } } } },
      problems.screenInTwoSteps("basic", "registration.basic"),
    ],
    [
      "for a step that the server does not have",
      { ...items({ phone: { screen: "phone" } }), screens: { phone: PHONE } },
      conditions.constantNotInEnum("phone", STEP, ENUM),
    ],
    [
      "for a step that an overlay adds and the server does not have",
      { ...steps({ phone: { screen: "phone" } }), screens: { phone: PHONE } },
      stepNotStored("phone", "progress.registration_last_step", []),
    ],
    ["for a last step that the server does not have", registration({ then: "bnk" }), conditions.constantNotInEnum("bnk", STEP, ENUM)],
    ["for a review that is no step", registration({ review: "confirm" }), problems.unknownStep("confirm", ["confirmed"])],
    [
      "for a path that the state does not have",
      registration({ step: "progress.last" }),
      problems.unknownVariable("progress.last", "last", []),
    ],
    ["for an operation that is not there", registration({ save: "SaveStp" }), problems.unknownOperation("SaveStp", ["SaveStep"])],
    ["without the operation that saves a step", registration({ save: undefined }), problems.missingKeyword("save")],
    ["without a step but with what belongs to one", { application: { resume: "resume" } }, problems.missingKeyword("step")],
    [
      "for an order that forgets a page",
      registration({ steps: { ...REGISTRATION.steps, order: ["basic", "address", "confirmed"] } }),
      problems.notInOrder("employer"),
    ],
    [
      "for an order that repeats a page",
      registration({ steps: { ...REGISTRATION.steps, order: ["basic", "address", "basic", "employer", "confirmed"] } }),
      problems.twiceInOrder("basic"),
    ],
    [
      "for a review that is not the last page",
      registration({ steps: { ...REGISTRATION.steps, order: ["basic", "address", "confirmed", "employer"] } }),
      problems.reviewNotLast("confirmed", "employer"),
    ],
    [
      "for a page that leads elsewhere",
      {
        screens: {
          address: {
            ...STEP_SCREENS.address,
            actions: { save: { step: "next", call: "SaveStep", on: { ok: { go: "/bank" } } } },
          },
        },
      },
      problems.stepWithoutTarget("next"),
    ],
    ["for an action on a page of no wizard", { screens: { phone: { ...PHONE, guard: "loggedIn" } } }, problems.stepOutsideWizard("phone")],
    [
      "for an action that has no target",
      {
        application: {
          steps: { items: { contact: { screen: "application.contact" }, personal: { screen: "application.personal" } } },
          review: undefined,
        },
      },
      problems.stepWithoutTarget("next"),
    ],
    [
      "for the variable that an operation does not have",
      registration({ variable: "step" }),
      problems.notAVariable("step", "SaveStep", ["next"]),
    ],
    [
      "for a decision that resumes what keeps no step",
      { resume: { description: "On.", rows: { step: { wizard: "application" }, else: { go: "/bank" } } } },
      problems.wizardNotResumed("application"),
    ],
    [
      "for a decision that resumes what is not there",
      { resume: { description: "On.", rows: { step: { wizard: "registraton" }, else: { go: "/bank" } } } },
      problems.unknownWizard("registraton", ["registration"]),
    ],
  ])("%s", (_what, changes, finding) => {
    expect(found(changes).map(({ message }) => message.split(";")[0])).toContain(said(finding).message.split(";")[0]);
  });

  it("where an overlay removes a step beside the order, with one finding that says where to write it", () => {
    const written = { order: ["address", "basic", "confirmed"], employer: null };
    expect(found({ overlay: { wizards: { registration: { steps: written } } } })).toEqual([said(itemOutsideItems("employer", true))]);
    expect(found(steps({ employer: null }, ["address", "basic", "confirmed"]))).not.toContainEqual(
      expect.objectContaining({ rule: "order" }),
    );
  });

  it("where the screen of a step is spelled wrong, with one finding for all that the step gives its page", () => {
    expect(found(items({ employer: { ...REGISTRATION.steps.items.employer, screen: "emploier" } }))).toEqual([
      said(problems.unknownScreen("emploier", ["employer"])),
    ]);
  });

  it("where an overlay removes the screen of a step, with one finding at the overlay", () => {
    const source = wizardSource({ overlay: { screens: { employer: null } } });
    const all = compile(source, "first").problems.filter(({ severity }) => severity === "error");
    expect(all.map(({ file, rule }) => [file, rule])).toEqual([["flows/brands/first/overlay.json", "unknown-name"]]);
    expect(all[0]?.message).toMatch(/^"employer" is removed here, and flows\/start\.flow\.json:\d+ leads to it: /);
  });

  it("at its own keyword", () => {
    const changes = items({ verified: { screen: "basic" } });
    const source = wizardSource(changes);
    expect(compile(source, "first").problems).toContainEqual(
      at(source, START, '"basic"', problems.screenInTwoSteps("basic", "registration.basic"), '"verified": {'),
    );
  });

  it("by the verifier where a page's own guard contradicts its position", () => {
    const own = { guard: { "===": [{ var: "progress.registration_last_step" }, "bank"] } };
    const changes = { screens: { address: { ...STEP_SCREENS.address, ...own } } };
    const closed = prove(wizardSource(changes), "first", wizardBundle(changes), compile).findings.filter(
      ({ rule, message }) => rule === "screen-unreachable" && message === messages.closed("address"),
    );
    expect(closed.map(({ owner, at: places }) => [owner, places[0]?.file])).toEqual([["screen:address", START]]);
  });
});
