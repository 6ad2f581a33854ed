/**
 * Tests every screen of the compiled flows at 320 and 1440 px, light and dark, and sends every form empty. The bundle
 * determines the visits (`every-screen.ts`): a screen that is not visited, or a form that is not sent, fails.
 */
import { describe, expect, it } from "vitest";
import { ROOT_KEY } from "../../src/state/persisted-state.js";
import { bundleOf } from "../flows/shipped.js";
import { newApplicant, PAGES, signIn } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { formsOf, type ScreenSession, screenSessions, type Visit } from "./every-screen.js";
import { auditEmptyForm, auditScreen } from "./screen-audit.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

/** The time limit of a persona who visits sixty screens. */
const LONG = 420_000;

async function goTo(visitor: Visitor, { from, persisted, address, path, title, routeState }: Visit): Promise<void> {
  const { page } = visitor;
  if (from !== null) {
    await visitor.open(from);
    await visitor.at(from);
    await PAGES[from]?.(visitor, newApplicant());
    await visitor.goneFrom(from);
    if (visitor.path !== path) await visitor.open(address);
  } else if (persisted !== null) {
    await page.evaluate(
      ({ root, slices }: { root: string; slices: object }) => {
        for (const [slice, fields] of Object.entries(slices)) {
          const entry = JSON.parse(localStorage.getItem(`${root}/${slice}`) ?? '{"version":1}');
          localStorage.setItem(`${root}/${slice}`, JSON.stringify({ ...entry, value: { ...entry.value, ...(fields as object) } }));
        }
      },
      { root: ROOT_KEY, slices: persisted as object },
    );
    await visitor.open(address);
  } else {
    await page.evaluate(
      ({ to, usr }: { to: string; usr: unknown }) => {
        // The format of the router's history entries.
        history.pushState({ usr, key: "visit", idx: (history.state?.idx ?? 0) + 1 }, "", to);
        dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      },
      { to: address, usr: routeState as unknown },
    );
  }
  await visitor.at(path);
  await visitor.heading(title).waitFor();
}

/** One screen of each kind (form, choices, summary, notices, amounts, tables, documents) in each shell, checked with larger text at every width. */
const LARGE: ReadonlySet<string> = new Set([
  "login",
  "registration.basic-information",
  "registration.confirm-details",
  "registration.link-account-selection",
  "fund-account.ready-to-fund",
  "funding-returned",
  "dashboard",
  "dashboard.transactions-list",
  "dashboard.documents",
  "message-center",
]);

/** Forms that other journeys send empty, because no persona is in their state; a search may be sent empty. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "dashboard form": "returns.journey.ts",
  "dashboard.transactions-list form": "transactions.journey.ts",
  "beneficiary.edit form": "beneficiaries.journey.ts",
  "joint-account.confirm-details form": "joint-application.journey.ts",
  "deposit authorize": "transfers.journey.ts",
  "deposit.edit form": "transfers.journey.ts",
  "deposit.edit authorize": "transfers.journey.ts",
  "withdraw code": "transfers.journey.ts",
  "withdraw closeForm": "transfers.journey.ts",
  "withdraw closeCode": "transfers.journey.ts",
  "joint-account.onboarding.success documents": "joint-onboarding.journey.ts",
  "my-account settings": "contact.journey.ts",
  "registration.message-center reply": "hubs.journey.ts",
  "message-center reply": "hubs.journey.ts",
  "message-center.add-new-message problem": "transactions.journey.ts",
};

interface Seen {
  readonly findings: readonly string[];
  /** `screen form` of each form that was sent empty. */
  readonly forms: readonly string[];
}

interface AuditTask {
  readonly whole: boolean;
  readonly frames: Set<string>;
  readonly task: { readonly id: string };
}

/** The visits of one persona, each with a complete audit, or only narrow and light. */
async function auditSession(brand: string, { persona, visits }: ScreenSession, { whole, frames, task }: AuditTask): Promise<Seen> {
  const visitor = await arrive({ brand, width: 1440, name: `screens-${brand}-${persona ?? "nobody"}` }, task);
  if (persona === null) await visitor.open("/login");
  else await signIn(visitor, await bank.persona(persona, { brand }));
  const { dark_scheme } = bundleOf(brand).core.brand;
  const findings: string[] = [];
  const forms: string[] = [];
  for (const visit of visits) {
    await goTo(visitor, visit);
    const large = LARGE.has(visit.screen);
    findings.push(...(await auditScreen(visitor.page, visit.screen, { wide: whole, dark: whole && dark_scheme, large, frames })));
    for (const key of whole ? formsOf(brand, visit.screen) : []) {
      if (`${visit.screen} ${key}` in ELSEWHERE) continue;
      const sent = await auditEmptyForm(visitor.page, visit.screen, key);
      if (sent === null) continue;
      findings.push(...sent);
      forms.push(`${visit.screen} ${key}`);
    }
  }
  return { findings, forms };
}

/** The frames of Harbor's screens that were checked at the large width. */
const harbor = new Set<string>();

/** Forms of Harbor that were sent empty. */
const sent = new Set<string>();

// Concurrent: one page waits for the bank or for rendering while another is measured.
describe.concurrent("every screen", () => {
  it.for(screenSessions("harbor"))("of harbor, as $persona", { timeout: LONG }, async (session, { task }) => {
    const { findings, forms } = await auditSession("harbor", session, { whole: true, frames: harbor, task });
    for (const form of forms) sent.add(form);
    expect(findings).toEqual([]);
  });

  // Only its colors and its own texts; the rest is equal to Harbor's.
  it.for(screenSessions("juniper").filter(({ visits }) => visits.length > 5))(
    "of juniper, as $persona",
    { timeout: LONG },
    async (session, { task }) => {
      expect((await auditSession("juniper", session, { whole: false, frames: new Set(), task })).findings).toEqual([]);
    },
  );
});

describe("every form of harbor", () => {
  it("was sent empty", () => {
    const all = Object.keys(bundleOf("harbor").core.screens).flatMap((screen) =>
      formsOf("harbor", screen).map((key) => `${screen} ${key}`),
    );
    expect(all.filter((form) => !sent.has(form) && !(form in ELSEWHERE))).toEqual([]);
  });
});
