/**
 * Exports the CSRF protection: `GET /sanctum/csrf-cookie` sets a cookie, and every write repeats it in a header
 * (Laravel Sanctum). The value is bound to the cookie `hys_session`.
 */
import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../api-error.js";
import { type Bank, hmacOf } from "../unit-of-work.js";
import { decodeUriValue, setCookie } from "./cookies.js";

const LIFETIME_SECONDS = 2 * 60 * 60;

function valueFor(bank: Bank, browserSession: string, issuedAt: number): string {
  return Buffer.from(`${issuedAt}.${hmacOf(bank, "csrf", browserSession, String(issuedAt))}`).toString("base64");
}

/** `Set-Cookie` lines of a new token, valid for two hours, and of the browser session that it is bound to, which stays if it exists. */
export function csrfCookies(bank: Bank, cookies: ReadonlyMap<string, string>): readonly string[] {
  const browserSession = decodeUriValue(cookies.get("hys_session")) ?? bank.random(20).toString("hex");
  const value = valueFor(bank, browserSession, bank.systemNow().getTime());
  return [
    setCookie("XSRF-TOKEN", value, { maxAge: LIFETIME_SECONDS }),
    setCookie("hys_session", browserSession, { maxAge: LIFETIME_SECONDS, httpOnly: true }),
  ];
}

export function requireCsrf(bank: Bank, headers: Headers, cookies: ReadonlyMap<string, string>): void {
  const headerToken = decodeUriValue(headers.get("x-xsrf-token"));
  const cookieToken = decodeUriValue(cookies.get("XSRF-TOKEN"));
  const browserSession = decodeUriValue(cookies.get("hys_session"));
  const expired = new ApiError(419, "csrf_expired", "This page timed out. Try again.");
  if (headerToken === null || cookieToken === null || browserSession === null || headerToken !== cookieToken) throw expired;
  const issuedAt = Number(Buffer.from(headerToken, "base64").toString().split(".")[0]);
  const age = bank.systemNow().getTime() - issuedAt;
  if (!(age >= 0 && age <= LIFETIME_SECONDS * 1000)) throw expired;
  const expected = Buffer.from(valueFor(bank, browserSession, issuedAt));
  const actual = Buffer.from(headerToken);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw expired;
}
