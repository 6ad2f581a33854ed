/** Exports the compiled shipped flows and the shipped personas, for the tests of flows, mutants and screens. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSource } from "../../src/cli/source-files.js";
import { brands, compile } from "../../src/compiler/compile.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import type { Depositor } from "./specification.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Persona {
  readonly description: string;
  readonly state: DepositorState;
  readonly predicates: Readonly<Record<string, boolean>>;
}

/** A JSON file of the repository. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

export const PERSONAS: Readonly<Record<string, Persona>> = Object.fromEntries(
  readdirSync(join(ROOT, "flows/personas"))
    .sort()
    .map((file) => [file.replace(/\.json$/, ""), readJson<Persona>(`flows/personas/${file}`)]),
);

const source = await readSource(ROOT);

/** Slugs of the shipped brands. */
export const BRANDS: readonly string[] = brands(source);

const compiled = new Map<string, Bundle>();

/** A brand's bundle; throws when it has problems. */
export function bundleOf(slug: string): Bundle {
  const known = compiled.get(slug);
  if (known !== undefined) return known;
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) throw new Error(problems.map((problem) => JSON.stringify(problem)).join("\n"));
  compiled.set(slug, bundle);
  return bundle;
}

type Record_ = { readonly [key: string]: Json };
const record = (value: Json | undefined): Record_ =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record_) : {};
const list = (value: Json | undefined): readonly Record_[] => (Array.isArray(value) ? value.map((each: Json) => record(each)) : []);
const text = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

/** The values that the specification's guards read, from a depositor state. */
export function depositorOf(state: DepositorState): Depositor {
  const auth = record(state.auth);
  const progress = state.progress === undefined || state.progress === null ? null : record(state.progress);
  const joint = state.jointAccount === undefined || state.jointAccount === null ? undefined : record(state.jointAccount);
  const fastlink = record(state.fastlink);
  return {
    token: Boolean(auth.bearerToken),
    status: text(progress?.registration_status),
    step: text(progress?.registration_last_step),
    hold: progress?.extended_status === "HOLD",
    primary: progress === null ? null : progress.is_primary === true,
    relink: auth.relink === true,
    resetEmail: Boolean(auth.resetEmail),
    resetError: Boolean(auth.resetPasswordError),
    duplicateSsn: record(state.registration).duplicateSsn === true,
    jointDuplicateSsn: record(state.joint).duplicateSsn === true,
    accounts: list(state.accounts).map(({ available_balance }) => ({ available_balance: Number(available_balance) })),
    linked: list(state.linkedAccounts).map(({ status }) => ({ status: text(status) })),
    transactions: list(state.transactions).map(({ status, return_code }) => ({ status: String(status), return_code: text(return_code) })),
    alerts: list(state.alerts).length,
    beneficiaries: list(state.beneficiaries).length,
    joint: joint === undefined ? undefined : { status: text(joint.registration_status), pendingSignup: joint.is_pending_signup === true },
    fastlinkDone: fastlink.success === true && Boolean(record(fastlink.data).uuid),
    transferAccepted: record(state.transfer).status === "SUCCESS",
  };
}
