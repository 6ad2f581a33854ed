import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Branding } from "./branding.js";
import type { Db } from "./database/open.js";
import type { BrandFacts, SandboxOptions } from "./options.js";

/** What the bank is made of, whoever calls. */
export interface Bank {
  readonly db: Db;
  readonly options: SandboxOptions;
  /** Now on the machine's clock: sessions, codes, links. */
  readonly systemNow: () => Date;
  readonly random: (size: number) => Buffer;
  /** Key of the HMACs of this database, made once when it is created. */
  readonly secret: string;
  /** What its institutions are said to be now. */
  readonly branding: Branding;
}

/** One piece of work: everything it writes is committed in one transaction, at one instant of the bank's clock. */
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

/** Whether a part of an address can be an id at all: the database refuses to compare anything else with one. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A token of 256 bits; only its hash is kept. */
export const newToken = (bank: Bank): string => bank.random(32).toString("base64url");
export const hashOf = (secret: string | Uint8Array): string => createHash("sha256").update(secret).digest("hex");
export const hmacOf = (bank: Pick<Bank, "secret">, ...parts: readonly string[]): string =>
  createHmac("sha256", bank.secret).update(parts.join("\n")).digest("hex");

/** The institution of a slug; the default one when none is named; null when it is unknown. */
export function brandOf(bank: Bank, slug: string | null): BrandFacts | null {
  const { brands } = bank.options;
  const named = slug === null ? (brands.find((brand) => brand.default === true) ?? brands[0]) : brands.find((brand) => brand.slug === slug);
  return named ? bank.branding.brandingOf(named) : null;
}

/** The institution that a row names; a row never names one that is not configured. */
export function configuredBrand(bank: Bank, slug: string): BrandFacts {
  const brand = brandOf(bank, slug);
  if (!brand) throw new Error(`No institution "${slug}" is configured.`);
  return brand;
}
