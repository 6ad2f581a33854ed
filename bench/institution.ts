/**
 * Runs an institution that answers at once, for `gateway.ts`: in a process of its own, so that its time is not counted as the
 * gateway's. `dashboard` is what the gateway asks it for.
 */
import { createServer } from "node:http";

const ANSWERS: Readonly<Record<string, unknown>> = {
  "POST /login": {
    token: "t1",
    session_id: "s1",
    expires_at: "2099-01-01T00:00:00Z",
    mfa_required: false,
    nonce_token: "n1",
    email: "a***@example.com",
    phone: "(***) ***-1234",
    relink: false,
  },
  "GET /depositor/progress": {
    depositor_id: "d1",
    first_name: "Ada",
    registration_status: "PASSED",
    registration_last_step: "completed",
    extended_status: "FUNDED",
    is_primary: true,
  },
  "GET /accounts": [
    {
      uuid: "a1",
      name: "Savings",
      number_last4: "1234",
      available_balance: 2500,
      available: "2500.00",
      balance: "2500.00",
      apy: "4.08",
      rate: "4.00",
      as_of: "2026-11-21",
      interest_month: "5.48",
      interest_year: "61.68",
      pending_in: "0.00",
      pending_out: "0.00",
      points: [],
    },
  ],
  "GET /linked-accounts": [
    {
      uuid: "l1",
      status: "ACTIVE",
      link_type: "FASTLINK",
      nickname: null,
      institution: "Good Bank",
      account_type: "checking",
      number_last4: "6789",
      attempts_left: null,
      expires_at: null,
    },
  ],
  "GET /transactions": Array.from({ length: 20 }, (_, index) => ({
    uuid: `t${index}`,
    status: "Settled",
    direction: "LinkedToPrimary",
    description: "Deposit",
    amount: "125.00",
    return_code: null,
    date_submitted: "2026-11-02T15:00:00Z",
    date_processed: "2026-11-03T15:00:00Z",
    date_created: "2026-11-02T14:00:00Z",
    date_available: "2026-11-10",
    request_id: null,
  })),
  "GET /alerts": [{ uuid: "al1", title: "Welcome", body: "Your account is open.", date_created: "2026-11-01T00:00:00Z", read_at: null }],
  "GET /user": { uuid: "u1" },
};

const server = createServer((request, response) => {
  request.resume();
  if (request.url === "/sanctum/csrf-cookie") {
    response.writeHead(204, { "set-cookie": ["XSRF-TOKEN=token; Path=/", "hys_session=session; Path=/; HttpOnly"] }).end();
    return;
  }
  const call = `${request.method} ${(request.url ?? "").replace(/^\/api\/v1/, "")}`;
  const found = call in ANSWERS;
  const body = JSON.stringify({
    code: found ? "ok" : "not_found",
    success: found,
    message: found ? "" : call,
    data: ANSWERS[call] ?? null,
    errors: {},
  });
  response.writeHead(found ? 200 : 404, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
});

server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit(0));
