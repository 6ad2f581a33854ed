/** Exports password hashing (scrypt, RFC 7914) and the institutions' password rules. */
import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { readData } from "./data.js";
import type { PasswordRequirements } from "./institutions.js";
import type { Bank } from "./unit-of-work.js";

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);
const KEY_BYTES = 32;
/** The cost parameter for people, and for personas, whose password is public. */
export const COST = { person: 16384, persona: 16 } as const;

const blocked = new Set(readData<readonly string[]>("blocked-passwords").map((word) => word.toLowerCase()));

export async function hashPassword(bank: Bank, password: string, cost: number = COST.person): Promise<string> {
  const salt = bank.random(16);
  const key = await derive(password.normalize("NFC"), salt, KEY_BYTES, { N: cost });
  return `scrypt$${cost}$${salt.toString("base64")}$${key.toString("base64")}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, cost = "", salt = "", key = ""] = stored.split("$");
  const expected = Buffer.from(key, "base64");
  return timingSafeEqual(await derive(password.normalize("NFC"), Buffer.from(salt, "base64"), KEY_BYTES, { N: Number(cost) }), expected);
}

/** Spends the time of a verification, so that an unknown address takes as long as a known one. */
export async function spendVerificationTime(bank: Bank, password: string): Promise<void> {
  await hashPassword(bank, password);
}

/** The violations of an institution's password rules. */
export function passwordProblems(password: string, rules: PasswordRequirements, email: string): string[] {
  const length = [...password].length;
  const problems: string[] = [];
  if (length < rules.min_length) problems.push(`Use at least ${rules.min_length} characters.`);
  if (length > rules.max_length) problems.push(`Use ${rules.max_length} characters or fewer.`);
  if (rules.uppercase && !/\p{Lu}/u.test(password)) problems.push("Include at least one uppercase letter.");
  if (rules.lowercase && !/\p{Ll}/u.test(password)) problems.push("Include at least one lowercase letter.");
  if (rules.number && !/\p{N}/u.test(password)) problems.push("Include at least one number.");
  if (rules.symbol && !/[^\p{L}\p{N}\s]/u.test(password)) problems.push("Include at least one symbol.");
  if (blocked.has(password.toLowerCase())) problems.push("This password is too common. Choose another.");
  if (email !== "" && password.toLowerCase() === email.toLowerCase())
    problems.push("Your password can't be the same as your email address.");
  return problems;
}
