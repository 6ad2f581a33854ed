/** Exports the JSON responses of the sandbox. */
import { ApiError } from "../api-error.js";

const HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A response without the envelope, for the controls, health checks and the OpenAPI document. `cookies`: `Set-Cookie` lines. */
export function jsonResponse(status: number, value: unknown, cookies: readonly string[] = []): Response {
  const response = new Response(JSON.stringify(value), { status, headers: HEADERS });
  for (const line of cookies) response.headers.append("set-cookie", line);
  return response;
}

/** The envelope of every success of `/api/v1`; it has the same keys as that of errors. */
export function successResponse(status: number, data: unknown, message: string, cookies: readonly string[] = []): Response {
  return jsonResponse(status, { code: "ok", success: true, message, data, errors: {} }, cookies);
}

/** The envelope of every error of `/api/v1`; `errors` has messages by field. */
export function errorResponse(refusal: ApiError): Response {
  const response = jsonResponse(refusal.status, {
    code: refusal.code,
    success: false,
    message: refusal.message,
    data: refusal.data,
    errors: refusal.errors,
  });
  if (refusal.allow.length > 0) response.headers.set("allow", refusal.allow.join(", "));
  return response;
}

/** An internal error: the operator sees its cause, the caller does not. */
export const internalError = (): ApiError => new ApiError(500, "internal", "Something went wrong on our end. Try again.");
