/** Exports the bank and its unit of work, with its ids, hashes and institutions. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Branding } from "./branding.js";
import type { Db } from "./database/open.js";
import type { BrandFacts, SandboxOptions } from "./options.js";

/** The bank's resources, shared by all requests. */
export interface Bank {
  readonly db: Db;
  readonly options: SandboxOptions;
  /** The system's time, for sessions, codes and links. */
  readonly systemNow: () => Date;
  readonly random: (size: number) => Buffer;
  /** The key of this database's HMACs, generated when the database is created. */
  readonly secret: string;
  /** The current branding changes. */
  readonly branding: Branding;
  /** Receives internal errors that no caller receives. */
  readonly reportError: (error: unknown) => void;
}

/** A unit of work (Fowler): one transaction at one instant of the bank's clock. */
export interface UnitOfWork {
  readonly bank: Bank;
  readonly db: Db;
  readonly at: Date;
}

export function createRandom(options: SandboxOptions): (size: number) => Buffer {
  const source = options.random ?? randomBytes;
  return (size) => Buffer.from(source(size));
}

/** A random UUID (version 4). */
export function newUuid(bank: Pick<Bank, "random">): string {
  const bytes = bank.random(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether a string is a UUID; PostgreSQL rejects any other value of a uuid column. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A token of 256 random bits; the bank stores only its hash. */
export const newToken = (bank: Bank): string => bank.random(32).toString("base64url");
export const hashOf = (secret: string | Uint8Array): string => createHash("sha256").update(secret).digest("hex");
/** HMAC-SHA-256 in hex with the database's secret. The first part names the purpose, so that values of two purposes differ. */
export const hmacOf = (bank: Pick<Bank, "secret">, ...parts: readonly string[]): string =>
  createHmac("sha256", bank.secret).update(parts.join("\n")).digest("hex");

/** The institution of a slug; the default one without a slug; null when it is unknown. */
export function brandOf(bank: Bank, slug: string | null): BrandFacts | null {
  const { brands } = bank.options;
  const named = slug === null ? (brands.find((brand) => brand.default === true) ?? brands[0]) : brands.find((brand) => brand.slug === slug);
  return named ? bank.branding.brandingOf(named) : null;
}

/** The institution of a row, which is always a configured one. */
export function configuredBrand(bank: Bank, slug: string): BrandFacts {
  const brand = brandOf(bank, slug);
  if (!brand) throw new Error(`No institution "${slug}" is configured.`);
  return brand;
}
