/** Exports the client of S7's "Device and disclosures", statements and tax documents. */

import { NotFound } from "./errors.js";
import type { JsonObject } from "./json-object.js";
import { objectOf, objectsOf, requiredString } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface DocumentClient {
  disclosures(all: boolean): Promise<readonly JsonObject[]>;
  activeDisclosures(): Promise<readonly JsonObject[]>;
  attest(uuid: string, hash: string): Promise<JsonObject>;
  statementYears(): Promise<readonly number[]>;
  /** The statements of one year, or all of them. */
  statements(year: number | null): Promise<readonly JsonObject[]>;
  taxDocuments(): Promise<readonly JsonObject[]>;
  /** The download URL of a document: only the gateway uses it, the browser never sees it. */
  disclosureUrl(uuid: string, hash: string): Promise<string>;
  statementUrl(year: string, month: string): Promise<string>;
  taxDocumentUrl(uuid: string): Promise<string>;
}

export function documentClient(transport: Transport): DocumentClient {
  async function downloadUrl(path: string): Promise<string> {
    return requiredString(objectOf(await transport.send({ method: "GET", path, uncached: true }), path), "download_url", path);
  }
  async function taxDocuments(): Promise<readonly JsonObject[]> {
    return objectsOf(await transport.send({ method: "GET", path: "/tax-documents" }), "tax-documents");
  }
  return {
    async disclosures(all) {
      return objectsOf(await transport.send({ method: "GET", path: all ? "/disclosures?all=true" : "/disclosures" }), "disclosures");
    },
    async activeDisclosures() {
      return objectsOf(await transport.send({ method: "GET", path: "/disclosures/active" }), "disclosures/active");
    },
    async attest(uuid, hash) {
      return objectOf(
        await transport.send({ method: "POST", path: `/disclosure/${encodeURIComponent(uuid)}`, body: { attestation: true, hash } }),
        "disclosure",
      );
    },
    async statementYears() {
      const { data } = await transport.send({ method: "GET", path: "/statements/years" });
      return Array.isArray(data) ? data.map(Number) : [];
    },
    async statements(year) {
      return objectsOf(await transport.send({ method: "GET", path: year === null ? "/statements" : `/statements/${year}` }), "statements");
    },
    taxDocuments,
    disclosureUrl: (uuid, hash) => downloadUrl(`/disclosure/${encodeURIComponent(uuid)}/${encodeURIComponent(hash)}`),
    statementUrl: (year, month) => downloadUrl(`/statements/${encodeURIComponent(year)}/${encodeURIComponent(month)}`),
    async taxDocumentUrl(uuid) {
      const found = (await taxDocuments()).find((document) => document.uuid === uuid);
      if (!found) throw new NotFound();
      return requiredString(found, "download_url", "tax-documents");
    },
  };
}
