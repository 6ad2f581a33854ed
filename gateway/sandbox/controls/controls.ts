/**
 * Exports the sandbox's controls for people and tests: every endpoint under `/sandbox`. A real institution does not
 * have them.
 */
import { addBanner, deactivateBanners, type NewBanner, setNotice } from "../announcements.js";
import { ApiError, invalid, notFound } from "../api-error.js";
import { type OpenBank, resetBank } from "../bank.js";
import type { BrandingChanges } from "../branding.js";
import { addDuration } from "../clock.js";
import { inTransaction } from "../database/transaction.js";
import type { Fault, Faults } from "../faults.js";
import { decodeUriValue } from "../http/cookies.js";
import { jsonResponse } from "../http/envelope.js";
import { findErrors } from "../http/schemas.js";
import { failedJobs, requeueJob } from "../jobs.js";
import { finishProviderSession, type ProviderBank, startProviderSession } from "../link-provider.js";
import type { BrandFacts } from "../options.js";
import { readOutbox } from "../outbox.js";
import { createPersona, type Overrides, personaList } from "../personas/create.js";
import { brandOf, type UnitOfWork } from "../unit-of-work.js";
import { depositorDetails } from "./depositor-details.js";
import { overview } from "./overview.js";
import { requireOwnPage } from "./own-page.js";
import { servePage } from "./pages.js";
import { runSimulation } from "./simulate.js";

async function readBody<T>(request: Request, schema: string): Promise<T> {
  const text = await request.text();
  let body: unknown;
  try {
    body = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError(400, "malformed", "The request isn't JSON.");
  }
  const errors = findErrors(schema, body);
  if (errors) throw invalid(errors);
  return body as T;
}

interface ClockMove {
  readonly advance?: string;
  readonly now?: string;
}

export function createControls(open: OpenBank, faults: Faults): (request: Request, url: URL) => Promise<Response> {
  const { bank, clock } = open;

  async function atOneInstant<T>(run: (work: UnitOfWork) => Promise<T>): Promise<T> {
    const at = await clock.runDueJobs();
    return inTransaction(bank.db, (db) => run({ bank, db, at }));
  }

  async function moveClock(request: ClockMove): Promise<Response> {
    const { advance, now = "" } = request;
    const later = (current: Date, duration: string): Date => {
      const sum = addDuration(current, duration);
      if (sum === null) throw invalid({ advance: ["Enter a duration such as P2D."] });
      return sum;
    };
    // A leap second has the format of an instant, but `Date` has none.
    if (advance === undefined && Number.isNaN(Date.parse(now))) throw invalid({ now: ["Check the format."] });
    const target = advance === undefined ? new Date(now) : (current: Date) => later(current, advance);
    return jsonResponse(200, { now: (await clock.moveTo(target)).toISOString() });
  }

  function institution(slug: string): BrandFacts {
    const brand = brandOf(bank, slug);
    if (brand === null) throw invalid({ brand: ["No institution has that name."] });
    return brand;
  }

  function changeBranding({ brand: slug, ...changes }: BrandingChanges & { readonly brand: string }): Response {
    institution(slug);
    bank.branding.change(slug, changes);
    return jsonResponse(200, { brand: slug, link_restriction: institution(slug).link_restriction });
  }

  const handlers: Readonly<Record<string, (request: Request, url: URL, name: string) => Promise<Response>>> = {
    "GET /sandbox/personas": async () => jsonResponse(200, personaList()),
    "POST /sandbox/personas/*": async (request, _url, name) =>
      jsonResponse(201, await createPersona(open, name, await readBody<Overrides>(request, "PersonaRequest"))),
    "GET /sandbox/outbox": async (_request, url) =>
      jsonResponse(200, await atOneInstant((work) => readOutbox(work, url.searchParams.get("to")))),
    "GET /sandbox/clock": async () => jsonResponse(200, { now: (await clock.runDueJobs()).toISOString() }),
    "POST /sandbox/clock": async (request) => moveClock(await readBody<ClockMove>(request, "ClockRequest")),
    "POST /sandbox/branding": async (request) => changeBranding(await readBody(request, "BrandingRequest")),
    "POST /sandbox/notice": async (request) => {
      const { brand, notice } = await readBody<{ brand: string; notice: string | null }>(request, "NoticeRequest");
      await atOneInstant((work) => setNotice(work, institution(brand), notice));
      return jsonResponse(200, { brand, notice });
    },
    "POST /sandbox/banners": async (request) => {
      const { brand, ...banner } = await readBody<NewBanner & { brand: string }>(request, "BannerRequest");
      return jsonResponse(201, await atOneInstant((work) => addBanner(work, institution(brand), banner)));
    },
    "DELETE /sandbox/banners": async (_request, url) => {
      await atOneInstant((work) => deactivateBanners(work, institution(url.searchParams.get("brand") ?? "")));
      return jsonResponse(200, []);
    },
    "POST /sandbox/simulate/*": async (request, _url, name) => {
      const body = await readBody<Readonly<Record<string, unknown>>>(request, "SimulateRequest");
      return jsonResponse(200, await atOneInstant((work) => runSimulation(work, name, body)));
    },
    "POST /sandbox/jobs/*": async (_request, _url, name) => {
      const found = /^\d+$/.test(name) && (await atOneInstant((work) => requeueJob(work, Number(name))));
      if (!found) throw notFound("A failed job with this number");
      return jsonResponse(200, { failed_jobs: await atOneInstant(failedJobs) });
    },
    "GET /sandbox/depositor": async (_request, url) =>
      jsonResponse(200, await atOneInstant((work) => depositorDetails(work, url.searchParams.get("email") ?? ""))),
    "GET /sandbox/faults": async () => jsonResponse(200, faults.list()),
    "POST /sandbox/faults": async (request) => {
      faults.add(await readBody<Fault>(request, "FaultRequest"));
      return jsonResponse(201, faults.list());
    },
    "DELETE /sandbox/faults": async () => {
      faults.clear();
      return jsonResponse(200, []);
    },
    "POST /sandbox/reset": async () => {
      faults.clear();
      await resetBank(open);
      return jsonResponse(200, { now: (await clock.now()).toISOString() });
    },
    "GET /sandbox/overview": async () => jsonResponse(200, await atOneInstant(overview)),
    "POST /sandbox/fastlink/visit": async (request) => {
      const { accessToken } = await readBody<{ accessToken: string }>(request, "ProviderSessionRequest");
      return jsonResponse(200, await atOneInstant((work) => startProviderSession(work, accessToken)));
    },
    "POST /sandbox/fastlink/sites": async (request) => {
      const { accessToken, bank: name } = await readBody<{ accessToken: string; bank: ProviderBank }>(request, "ProviderSiteRequest");
      return jsonResponse(201, await atOneInstant((work) => finishProviderSession(work, accessToken, name)));
    },
  };

  return async (request, url) => {
    requireOwnPage(request, url, bank.options.sandboxOrigin);
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
    const exact = handlers[`${request.method} ${path}`];
    if (exact) return exact(request, url, "");
    const slash = path.lastIndexOf("/");
    const below = handlers[`${request.method} ${path.slice(0, slash)}/*`];
    const name = decodeUriValue(path.slice(slash + 1));
    if (below && name !== null) return below(request, url, name);
    const page = request.method === "GET" ? servePage(url.pathname) : null;
    if (page) return page;
    throw notFound("That address");
  };
}
