/** Exports the routes of disclosures, statements, tax documents and alerts. */
import { sql } from "kysely";
import { visibleAccountOf } from "../accounts.js";
import { alertsOf, markAlertsRead } from "../alerts.js";
import { notFound } from "../api-error.js";
import { depositorOf, initialAmountOf, lockDepositor, setStep } from "../depositors.js";
import { activeDisclosures, allAttested, attest, disclosuresOf } from "../disclosures.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { downloadUrl } from "../signed-downloads.js";
import { statementPdf, statementTitle } from "../statements.js";
import { taxFormPdf } from "../tax-forms.js";
import { isUuid, type UnitOfWork } from "../unit-of-work.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);

async function statementsOf(call: RouteRequest<unknown>, year?: number, month?: number) {
  const account = await visibleAccountOf(call.work, await caller(call));
  if (!account) return [];
  let rows = call.work.db
    .selectFrom("statements")
    .select(["uuid", "year", "month", "created_at", sql<number | null>`octet_length(pdf)`.as("size")])
    .where("account_uuid", "=", account.uuid)
    .orderBy("created_at", "desc");
  if (year !== undefined) rows = rows.where("year", "=", year);
  if (month !== undefined) rows = rows.where("month", "=", month);
  return rows.execute();
}

type StatementRow = Awaited<ReturnType<typeof statementsOf>>[number];
/** The file of a statement is rendered when the list first shows its size. */
async function statementWire(work: UnitOfWork, row: StatementRow) {
  return {
    uuid: row.uuid,
    title: statementTitle(row),
    year: row.year,
    month: row.month,
    size: row.size ?? (await statementPdf(work, row.uuid)).byteLength,
    date_created: row.created_at.toISOString(),
  };
}

async function statementList(call: RouteRequest<unknown>, year?: number) {
  const data = [];
  for (const row of await statementsOf(call, year)) data.push(await statementWire(call.work, row));
  return { data };
}

function numberParam(call: RouteRequest<unknown>, name: string): number {
  const value = call.params[name] ?? "";
  if (!/^\d{1,4}$/.test(value)) throw notFound("This statement");
  return Number(value);
}

const disclosureRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/disclosures",
    auth: "full",
    summary: "Returns disclosures signed, or all; `update_step` moves the step when all are attested.",
    query: "DisclosuresQuery",
    response: "Disclosure[]",
    async handler(call) {
      const moves = call.query.update_step === "true";
      const depositor = moves ? await lockDepositor(call.work, sessionOf(call).userUuid) : await caller(call);
      const ready =
        moves && depositor.registration_last_step === "verified" && (await initialAmountOf(call.work, depositor.entity_uuid)) !== null;
      if (ready && (await allAttested(call.work, call.brand, depositor.uuid))) await setStep(call.work, depositor.uuid, "disclosures");
      return { data: await disclosuresOf(call.work, call.brand, depositor.uuid, call.query.all === "true") };
    },
  }),
  route({
    method: "GET",
    path: "/disclosures/active",
    auth: "full",
    summary: "Returns the disclosures that a depositor must agree to before funding.",
    response: "Disclosure[]",
    async handler(call) {
      return { data: await activeDisclosures(call.work, call.brand, (await caller(call)).uuid) };
    },
  }),
  route({
    method: "GET",
    path: "/disclosure/{uuid}/{hash}",
    auth: "full",
    summary: "Returns a link to a disclosure's PDF.",
    response: "Download",
    errors: [[404, "not_found"]],
    async handler(call) {
      const { uuid = "", hash = "" } = call.params;
      const row = isUuid(uuid)
        ? await call.work.db
            .selectFrom("documents")
            .select("hash")
            .where("uuid", "=", uuid)
            .where("brand", "=", call.brand.slug)
            .executeTakeFirst()
        : undefined;
      if (row?.hash !== hash) throw notFound("This document");
      return { data: { download_url: downloadUrl(call.bank, "disclosures", uuid) } };
    },
  }),
  route<{ attestation: true; hash: string }>({
    method: "POST",
    path: "/disclosure/{uuid}",
    auth: "full",
    summary: "Records the depositor's agreement to a disclosure.",
    body: "AttestRequest",
    response: "Disclosure",
    errors: [
      [404, "not_found"],
      [409, "stale_document"],
    ],
    async handler(call) {
      const { uuid = "" } = call.params;
      if (!isUuid(uuid)) throw notFound("This document");
      return { data: await attest(call.work, call.brand, (await caller(call)).uuid, uuid, call.body.hash) };
    },
  }),
];

const statementRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/statements/years",
    auth: "full",
    summary: "Returns the years that have statements.",
    response: "Year[]",
    async handler(call) {
      return { data: [...new Set((await statementsOf(call)).map((row) => row.year))] };
    },
  }),
  route({
    method: "GET",
    path: "/statements",
    auth: "full",
    summary: "Returns all statements, newest first.",
    response: "Statement[]",
    async handler(call) {
      return statementList(call);
    },
  }),
  route({
    method: "GET",
    path: "/statements/{year}",
    auth: "full",
    summary: "Returns a year's statements, newest first.",
    response: "Statement[]",
    async handler(call) {
      return statementList(call, numberParam(call, "year"));
    },
  }),
  route({
    method: "GET",
    path: "/statements/{year}/{month}",
    auth: "full",
    summary: "Returns a link to one statement's PDF.",
    response: "Download",
    errors: [[404, "not_found"]],
    async handler(call) {
      const [row] = await statementsOf(call, numberParam(call, "year"), numberParam(call, "month"));
      if (!row) throw notFound("This statement");
      return { data: { download_url: downloadUrl(call.bank, "statements", row.uuid) } };
    },
  }),
  route({
    method: "GET",
    path: "/tax-documents",
    auth: "full",
    summary: "Returns tax documents, newest first.",
    response: "TaxDocument[]",
    async handler(call) {
      const rows = await call.work.db
        .selectFrom("tax_documents")
        .select(["uuid", "title", "year", "created_at"])
        .where("depositor_uuid", "=", (await caller(call)).uuid)
        .orderBy("created_at", "desc")
        .execute();
      const data = [];
      for (const { uuid, title, year, created_at } of rows)
        data.push({ uuid, title, year, size: (await taxFormPdf(call.work, uuid)).byteLength, date_created: created_at.toISOString() });
      return { data };
    },
  }),
  route({
    method: "GET",
    path: "/x/tax-documents/{uuid}",
    auth: "full",
    summary: "Returns a link to a tax document's PDF.",
    response: "Download",
    errors: [[404, "not_found"]],
    extension: "tax_files",
    async handler(call) {
      const { uuid = "" } = call.params;
      const owner = (await caller(call)).uuid;
      const row = isUuid(uuid)
        ? await call.work.db
            .selectFrom("tax_documents")
            .select("uuid")
            .where("uuid", "=", uuid)
            .where("depositor_uuid", "=", owner)
            .executeTakeFirst()
        : undefined;
      if (!row) throw notFound("This tax document");
      return { data: { download_url: downloadUrl(call.bank, "taxes", row.uuid) } };
    },
  }),
];

const noticeRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/alerts",
    auth: "full",
    summary: "Returns alerts, newest first.",
    response: "Alert[]",
    errors: [[403, "forbidden"]],
    async handler(call) {
      return { data: await alertsOf(call.work, (await caller(call)).uuid) };
    },
  }),
  route<{ alert_id: string }>({
    method: "POST",
    path: "/alerts/",
    auth: "full",
    summary: "Marks an alert read.",
    body: "AlertRequest",
    response: "Alert[]",
    errors: [
      [403, "forbidden"],
      [404, "not_found"],
    ],
    async handler(call) {
      const { uuid } = await caller(call);
      if ((await markAlertsRead(call.work, uuid, call.body.alert_id)) === 0) throw notFound("This alert");
      return { data: await alertsOf(call.work, uuid), message: "Alert marked as read" };
    },
  }),
  route({
    method: "POST",
    path: "/alerts/all",
    auth: "full",
    summary: "Marks all alerts read.",
    response: "Alert[]",
    errors: [[403, "forbidden"]],
    status: 202,
    async handler(call) {
      const { uuid } = await caller(call);
      await markAlertsRead(call.work, uuid, null);
      return { data: await alertsOf(call.work, uuid), message: "Alerts marked as read" };
    },
  }),
];

export const documentAndAlertRoutes: readonly Route[] = [...disclosureRoutes, ...statementRoutes, ...noticeRoutes];
