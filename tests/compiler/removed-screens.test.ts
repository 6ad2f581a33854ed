/** Tests of overlays that remove screens: by a pattern, with findings that list everything else to remove, each with its patch. */
import { describe, expect, it } from "vitest";
import { leadsToRemoved, nothingToRemove } from "../../src/language/overlay-problems.js";
import { at, DECISIONS, FLOW, problemsOf, SECOND_BRAND, smallSource } from "../support/small-flows.js";

const OVERLAY = "flows/brands/second/overlay.json";
const START = "flows/start.flow.json";
const gift = (id: string, more: object = {}) => ({ ...FLOW.screens.page, path: `/${id.replaceAll(".", "/")}`, ...more });
const controls = (all: object) => ({ block: "controls", controls: all });
const notice = (text: string, more: object) => ({ block: "notice", severity: "info", markdown: text, ...more });

/** The small flows with a feature, `gifts`, to which other screens lead. */
const BASE = {
  ...FLOW,
  screens: {
    ...FLOW.screens,
    gifts: gift("gifts", { body: { more: controls({ find: { label: "Find", go: { path: "/page", state: { search: "all" } } } }) } }),
    "gifts.sent": gift("gifts.sent", { back: "/gifts" }),
    page: {
      ...FLOW.screens.page,
      body: {
        wanted: notice("Send a gift to somebody.", { control: { label: "Send a gift", go: "/gifts" } }),
        news: notice("There is news.", {
          controls: { read: { label: "Read", go: "/away" }, give: { label: "Give", action: "give" } },
        }),
        text: { block: "text", markdown: "Read about [gifts](/gifts/sent)." },
        who: { block: "text", markdown: { text: "{search}", values: { search: { or: [{ var: "route.state.search" }, "none"] } } } },
        on: controls({ on: { label: "Continue", decide: "logo" }, other: { label: "Gifts", decide: "giving" } }),
      },
      actions: { give: { then: { go: { path: "/page", state: { search: { var: "route.state.search" } } } } } },
    },
  },
};
const giving = { description: "Where gifts begin.", rows: { sent: { when: "loggedIn", go: "/gifts/sent" }, else: { go: "/gifts" } } };

const files = (overlay: object, flow: object = BASE) => ({
  "flows/brands/second/brand.json": SECOND_BRAND,
  [START]: flow,
  "flows/decisions.json": { ...DECISIONS, decisions: { ...DECISIONS.decisions, giving } },
  [OVERLAY]: { language: 2, ...overlay },
});
const errorsOf = (...of: Parameters<typeof files>) => problemsOf(files(...of), "second").filter(({ severity }) => severity === "error");

const FIRST = { screens: { "gifts.**": null } };
const WHOLE = {
  decisions: { giving: null },
  screens: {
    "gifts.**": null,
    page: { body: { wanted: null, on: { controls: { other: null } }, text: { markdown: "Read about us." } } },
  },
};

describe("an overlay that removes the screens of a pattern", () => {
  it("lists what else to remove or change in one run, each with its patch", () => {
    const source = smallSource(files(FIRST));
    const [line] = [at(source, OVERLAY, '"gifts.**"', nothingToRemove("", []))];
    const place = (mark: string, file = START) => at(source, file, mark, nothingToRemove("", []));
    const found = errorsOf(FIRST).map(({ file, line: on, message }) => [file, on, message]);
    const finding = (...of: Parameters<typeof leadsToRemoved>) => [OVERLAY, line?.line, leadsToRemoved(...of).message];
    expect(found).toHaveLength(4);
    const body = ["screens", "page", "body"];
    expect(found).toEqual(
      expect.arrayContaining([
        finding("/gifts", [place('"go": "/gifts"')], [...body, "wanted"], true),
        finding("/gifts/sent", [place('"markdown": "Read about')], [...body, "text", "markdown"], false),
        finding(
          "/gifts/sent",
          [...["sent", "else"].map((row) => place(row === "sent" ? '"go": "/gifts/sent"' : '"go": "/gifts"', "flows/decisions.json"))],
          ["decisions", "giving"],
          true,
        ),
      ]),
    );
    expect(found.map(([, , message]) => message)).toContainEqual(expect.stringContaining('"controls": { "other": null }'));
  });

  it("compiles with what they list, and reads as null what only the removed screens passed", () => {
    expect(errorsOf({}).map(({ message }) => message)).toEqual([]);
    expect(errorsOf(WHOLE).map(({ message }) => message)).toEqual([]);
  });

  it("keeps a screen about which the overlay says something else", () => {
    const overlay = { screens: { ...WHOLE.screens, "gifts.sent": { title: "Gifts" } } };
    expect(errorsOf({ ...WHOLE, ...overlay }).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^"\/gifts" is removed here, and flows\/start\.flow\.json:\d+ leads to it: change it, with "screens": \{ "gifts\.sent": \{ "back": … \} \}$/,
      ),
    ]);
  });

  it("reports each link of a text at the line of its screen", () => {
    const text = { block: "text", markdown: "[Gifts](/gifts) and [sent ones](/gifts/sent)." };
    const flow = { ...BASE, screens: { ...BASE.screens, page: { ...FLOW.screens.page, body: { text } } } };
    const overlay = { decisions: { giving: null }, screens: { gifts: null, "gifts.sent": null } };
    const reported = errorsOf(overlay, flow).map(({ line, message }) => [line, message.split(" is removed here")[0]]);
    expect(reported).toEqual([
      [7, '"/gifts"'],
      [8, '"/gifts/sent"'],
    ]);
  });

  it("reports a pattern that no screen has", () => {
    expect(errorsOf({ screens: { "presents.**": null } }).map(({ message }) => message)).toEqual([
      nothingToRemove("presents.**", []).message,
    ]);
  });
});
