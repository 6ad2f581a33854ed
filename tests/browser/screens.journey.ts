/**
 * Tests every screen of the compiled flows in `npm run test:full`: at every width and in the dark, in both brands, and each
 * form of Harbor sent empty. The bundle determines the visits (`every-screen.ts`): a screen that is not visited, or a form
 * that is not sent, fails.
 */
import { describe, expect, it } from "vitest";
import { ROOT_KEY } from "../../src/state/persisted-state.js";
import { bundleOf } from "../flows/shipped.js";
import { newApplicant, PAGES } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { formsOf, type ScreenSession, screenSessions, type Visit } from "./every-screen.js";
import { type Audit, auditEmptyForm, auditScreen } from "./screen-audit.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

/** The time limit of a persona who visits sixty screens. */
const LONG = 420_000;

async function goTo(visitor: Visitor, { from, persisted, address, path, heading, routeState }: Visit): Promise<void> {
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
  await visitor.heading(heading).waitFor();
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
  "beneficiary.remove codeOnly": "beneficiaries.journey.ts",
  "beneficiary.remove codeSeveral": "beneficiaries.journey.ts",
  "beneficiary.update-allocations equalCode": "beneficiaries.journey.ts",
  "joint-account.confirm-details form": "joint-application.journey.ts",
  "deposit authorize": "transfers.journey.ts",
  "deposit code": "linking.journey.ts",
  "deposit.edit form": "transfers.journey.ts",
  "deposit.edit authorize": "transfers.journey.ts",
  "withdraw code": "transfers.journey.ts",
  "withdraw closeForm": "transfers.journey.ts",
  "withdraw closeCode": "transfers.journey.ts",
  "joint-account.onboarding.success documents": "joint-onboarding.journey.ts",
  "my-account settings": "my-account.journey.ts",
  "my-account nickname": "my-account.journey.ts",
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
  readonly audit: Omit<Audit, "frames">;
  /** Whether to send the forms. */
  readonly forms: boolean;
  readonly frames: Set<string>;
  readonly task: { readonly id: string };
}

/** The visits of one persona with this audit of each screen. */
async function auditSession(brand: string, { persona, visits }: ScreenSession, { audit, forms, frames, task }: AuditTask): Promise<Seen> {
  const visitor = await arrive({ brand, width: 1440, name: `screens-${brand}-${persona ?? "nobody"}` }, task);
  if (persona === null) await visitor.open("/login");
  else await signIn(visitor, await bank.persona(persona, { brand }));
  const dark = audit.dark && bundleOf(brand).core.brand.dark_scheme;
  const findings: string[] = [];
  const sent: string[] = [];
  for (const visit of visits) {
    await goTo(visitor, visit);
    const large = audit.large && LARGE.has(visit.screen);
    findings.push(...(await auditScreen(visitor.page, visit.screen, { ...audit, dark, large, frames })));
    for (const key of forms ? formsOf(brand, visit.screen) : []) {
      if (`${visit.screen} ${key}` in ELSEWHERE) continue;
      const found = await auditEmptyForm(visitor.page, visit.screen, key);
      if (found === null) continue;
      findings.push(...found);
      sent.push(`${visit.screen} ${key}`);
    }
  }
  return { findings, forms: sent };
}

/** Every width and scheme. Harbor's screens are checked with larger text and their forms are sent: Juniper's are the same. */
const HARBOR = { narrow: true, wide: true, dark: true, large: true };
const JUNIPER = { narrow: true, wide: true, dark: true, large: false };

/** The forms of Harbor that were sent empty. */
const sent = new Set<string>();
/** The frames of each brand's screens that were checked at the large width. */
const harbor = new Set<string>();
const juniper = new Set<string>();

// Concurrent: one page waits for the bank or for rendering while another is measured.
describe.concurrent("every screen", () => {
  it.for(screenSessions("harbor"))("of harbor, as $persona", { timeout: LONG }, async (session, { task }) => {
    const { findings, forms } = await auditSession("harbor", session, { audit: HARBOR, forms: true, frames: harbor, task });
    for (const form of forms) sent.add(form);
    expect(findings).toEqual([]);
  });

  // Its fonts, radius, density and colors change every width and scheme.
  it.for(screenSessions("juniper").filter(({ visits }) => visits.length > 5))(
    "of juniper, as $persona",
    { timeout: LONG },
    async (session, { task }) => {
      expect((await auditSession("juniper", session, { audit: JUNIPER, forms: false, frames: juniper, task })).findings).toEqual([]);
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
