/** Tests that the sandbox serves each call of the specification (S7), its extensions, and no other. */
import { describe, expect, it } from "vitest";
import { routes } from "../../gateway/sandbox/routes/routes.js";
import { BankClient, signedIn, useTestBank } from "./test-bank.js";

/** S7's calls, group by group; the routes use other names for the parameters in braces. */
const S7 = `
  POST /close-my-account | GET /accounts | GET /linked-accounts
  GET /statements | GET /statements/years | GET /statements/{} | GET /statements/{}/{}
  POST /link/manual | POST /link/manual/verify | POST /link/manual/reissue
  GET /alerts | POST /alerts/ | POST /alerts/all
  GET /depositor/beneficiaries | POST /depositor/beneficiaries | PATCH /depositor/beneficiaries/{}
  PATCH /depositor/beneficiaries/update-allocations | DELETE /depositor/beneficiary | POST /depositor/beneficiaries/delete-and-reallocate
  GET /device-info | GET /disclosure/{}/{} | GET /disclosures | GET /disclosures/active | POST /disclosure/{}
  GET /faqs | GET /fastlink | POST /link/fastlink
  GET /depositor | GET /depositor/progress | GET /user | PATCH /depositor | PATCH /user
  POST /entity/details | POST /depositor/register-secondary | PATCH /depositor/update-secondary-email | PATCH /depositor/update-secondary
  GET /depositor/secondary-info | GET /depositor/secondary-progress | POST /verify-identity
  POST /depositor/close-secondary-application | POST /depositor/resend-secondary-verification
  GET /messages | POST /messages/{}/view | POST /messages
  GET /nonprofits/default | GET /nonprofits/selected | POST /nonprofits/select | GET /nonprofits
  POST /transactions/{}/void | POST /deposit | POST /withdraw | GET /transactions
  GET /request/{} | GET /service | GET /banner-alerts | GET /tax-documents | GET /branding
  POST /login | POST /logout | POST /forgot-password | POST /reset-password | POST /register
  GET /mfa-resend/{} | POST /mfa-add-sms | GET /mfa-select/{} | POST /mfa-confirm-update/{} | POST /mfa-verify/{}
  POST /session | GET /auth-check | GET /auth-check/no-ext
  POST /initial-fund-amount | GET /initial-fund-amount | POST /fund-my-account`
  .split(/\s*[|\n]\s*/)
  .filter(Boolean);

const named = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

it("the routes are each call of S7 and the extensions once, and nothing else", () => {
  const own = routes.filter(({ extension }) => !extension);
  expect(own.map(named).sort()).toEqual([...S7].sort());
});

describe("a request that cannot be served", () => {
  const bank = useTestBank({ keepState: true });

  it("to an unknown or badly encoded path is 404", async () => {
    const client = new BankClient(bank);
    for (const path of ["/nowhere", "/mfa-verify/%zz", "/statements/%E0%A4%A"]) expect((await client.call(path)).status, path).toBe(404);
    expect((await client.raw("/sandbox/personas/%zz", { body: {} })).status).toBe(404);
  });

  it.each([
    ["DELETE", "/api/v1/alerts", "GET"],
    ["PATCH", "/api/v1/messages", "GET, POST"],
    ["GET", "/api/v1/deposit", "POST"],
    ["POST", "/api/v1/openapi.json", "GET"],
    ["POST", "/healthz", "GET"],
    ["DELETE", "/sanctum/csrf-cookie", "GET"],
  ])("with a method that the address lacks is 405: %s %s", async (method, path, allow) => {
    const response = await new BankClient(bank).raw(path, { method });
    expect(await response.json()).toMatchObject({ code: "method_not_allowed", success: false });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  });

  it("is not one by HEAD where the address has GET", async () => {
    expect((await new BankClient(bank).raw("/api/v1/service", { method: "HEAD" })).status).toBe(200);
  });

  it("is authenticated before its body is parsed", async () => {
    const { client } = await signedIn(bank, "new");
    const anonymous = new BankClient(bank);
    await anonymous.csrf();
    const send = (by: BankClient) => by.call("/messages", { method: "POST", body: "no form", headers: { "content-type": "text/plain" } });
    expect(await send(anonymous)).toMatchObject({ status: 401, code: "unauthorized" });
    expect(await send(client)).toMatchObject({ status: 400, code: "malformed" });
  });
});
