// The sandbox page for people: shows /sandbox/overview and calls the controls.

const find = (id) => document.getElementById(id);
const status = find("status");
let personas = [];
let brands = [];

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

async function ask(path, body, method = "GET") {
  const response = await fetch(
    `/sandbox/${path}`,
    body === undefined ? { method } : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `${response.status}`);
  return answer;
}

function showStatus(text, bad = false) {
  status.textContent = text;
  status.classList.toggle("bad", bad);
}

const SHOWN = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short", timeZone: "America/New_York" });
const options = (select, rows) => {
  const before = select.value;
  select.replaceChildren(...rows.map(([value, text]) => element("option", { value, textContent: text })));
  if (rows.some(([value]) => value === before)) select.value = before;
};
const row = (...cells) =>
  element("tr", {}, ...cells.map((cell) => (cell instanceof Node ? element("td", {}, cell) : element("td", { textContent: cell ?? "–" }))));
const dollars = (amount) => (amount.startsWith("-") ? `-$${amount.slice(1)}` : `$${amount}`);
const quiet = (textContent) => element("p", { className: "quiet", textContent });

/** A button that performs an action; its name distinguishes it from the others of a list. */
function control(textContent, label, run) {
  const button = element("button", { type: "button", className: "small", textContent });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act(run));
  return button;
}

const copyButton = (value, label) =>
  control("Copy", `Copy ${label}`, async () => {
    await navigator.clipboard.writeText(value);
    return `Copied ${label}.`;
  });

/** A table, or a sentence where it has no rows. */
function fill(table, columns, rows, none) {
  const cells =
    rows.length > 0 ? rows : [element("tr", {}, element("td", { colSpan: columns.length, className: "quiet", textContent: none }))];
  table.replaceChildren(head(...columns), ...cells);
}

const FAULTS = {
  "fails with 500": { status: 500 },
  "fails with 401": { status: 401 },
  "fails with 419": { status: 419 },
  "fails with 451": { status: 451 },
  "answers after 5 seconds": { delay_ms: 5000 },
  "loses its connection": { drop: true },
  "is executed, and its answer is lost": { lost: true },
};

function faultText({ method, path, times, ...fault }) {
  const kind = Object.entries(FAULTS).find(([, each]) => Object.entries(each).every(([name, value]) => fault[name] === value));
  return `${method ?? "Any method"} ${path} ${kind?.[0] ?? JSON.stringify(fault)}, ${times === 1 ? "1 call" : `${times} calls`}`;
}
const head = (...cells) => element("tr", {}, ...cells.map((cell) => element("th", { scope: "col", textContent: cell })));

function outboxMessage({ to, channel, subject, body, code, link, sent_at }) {
  const parts = [
    element("p", { className: "quiet", textContent: `${channel} to ${to}, ${new Date(sent_at).toLocaleString("en-US")}` }),
    element("p", {}, element("strong", { textContent: subject })),
  ];
  if (code)
    parts.push(element("p", {}, element("span", { className: "code", textContent: code }), " ", copyButton(code, `the code ${code}`)));
  parts.push(element("p", { textContent: body }));
  if (link) parts.push(element("p", {}, element("a", { href: link, textContent: "Open the link" })));
  return element("div", { className: "outbox-message" }, ...parts);
}

/** The field of a simulation's request that the form asks for, its label and an example; the others need no more than the email. */
const DETAILS = {
  "kyc-decision": { field: "status", label: "Status", example: "PASSED" },
  "transfer-return": { field: "return_code", label: "Return code", example: "R01" },
  "request-end": { field: "status", label: "Status", example: "COMPLETED or FAILED" },
  "name-change": { field: "last_name", label: "Last name", example: "Hold" },
  alert: { field: "title", label: "Title", example: "A notice from your bank" },
  "message-reply": { field: "body", label: "Message", example: "Thank you for your message." },
  "long-history": { field: "rows", label: "Transactions", example: "1000" },
};

/** Shows the field of the chosen simulation. */
function showDetail() {
  const detail = DETAILS[find("what").value];
  find("detail").parentElement.hidden = detail === undefined;
  find("detail-name").textContent = detail?.label ?? "";
  find("detail").placeholder = detail?.example ?? "";
}

const originOf = (slug) => brands.find((brand) => brand.slug === slug)?.origin ?? "";

/** Shows what the chosen persona is, and where its sign-in is. */
function describe() {
  const persona = find("persona").value;
  find("persona-description").textContent = personas.find(({ name }) => name === persona)?.description ?? "";
  find("sign-in").href = `${originOf(find("brand").value)}/__sandbox/sign-in#persona=${encodeURIComponent(persona)}`;
}

/** The mode of the institution that is chosen. */
function showMode() {
  find("link-mode").value = brands.find(({ slug }) => slug === find("branding-brand").value)?.link_restriction ?? "";
}

async function refresh() {
  const [view, faults] = await Promise.all([ask("overview"), ask("faults")]);
  personas = view.personas;
  brands = view.brands;
  find("now").textContent = `${SHOWN.format(new Date(view.now))} ET`;
  options(
    find("persona"),
    personas.map(({ name }) => [name, name]),
  );
  for (const id of ["brand", "branding-brand", "announce-brand"])
    options(
      find(id),
      brands.map(({ slug, name }) => [slug, name]),
    );
  options(
    find("link-mode"),
    view.link_modes.map((mode) => [mode, mode]),
  );
  showMode();
  options(
    find("what"),
    view.simulations.map((name) => [name, name]),
  );
  showDetail();
  describe();
  find("emails").replaceChildren(...view.depositors.map(({ email }) => element("option", { value: email })));
  find("inbox").replaceChildren(...(view.outbox.length > 0 ? view.outbox.map(outboxMessage) : [quiet("No messages yet.")]));
  find("faults").replaceChildren(...faults.map((fault) => element("li", { textContent: faultText(fault) })));
  find("faults-clear").hidden = faults.length === 0;
  if (shownDepositor !== null) await showDepositor(shownDepositor);
  const rows = view.depositors.map(
    ({ email, brand, registration_status, registration_last_step, is_primary, links, transfers, balance }) => {
      const line = row(
        email,
        brand,
        registration_status,
        registration_last_step,
        is_primary ? "primary" : "joint",
        links,
        transfers,
        dollars(balance),
        control("Show", `Show ${email}`, async () => {
          await showDepositor(email);
          find("depositor-title").focus();
          return "";
        }),
      );
      line.children[7].className = "number";
      return line;
    },
  );
  fill(
    find("depositors"),
    ["Email", "Institution", "Identity", "Step", "Holder", "Links", "Transfers", "Balance", "Details"],
    rows,
    "No depositors yet. Create one here, or register in the app.",
  );
  find("failed-section").hidden = view.failed_jobs.length === 0;
  find("failed").replaceChildren(
    head("Job", "Of", "Due", "Error", "Action"),
    ...view.failed_jobs.map(({ id, kind, subject, due_at, error }) =>
      row(
        kind,
        subject,
        SHOWN.format(new Date(due_at)),
        error,
        control("Run again", `Run ${kind} job ${id} again`, async () => {
          const { failed_jobs } = await ask(`jobs/${id}`, {});
          return failed_jobs.some((job) => job.id === id) ? `The job ${id} failed again.` : `The job ${id} ran.`;
        }),
      ),
    ),
  );
  const origin = originOf(find("brand").value);
  find("magic").replaceChildren(
    head("Input", "Outcome", "Screen"),
    ...view.magic.map(([input, outcome, path]) => row(input, outcome, element("a", { href: origin + path, textContent: path }))),
  );
}

let shownDepositor = null;

async function showDepositor(email) {
  const { ledger, links, outbox, brand } = await ask(`depositor?email=${encodeURIComponent(email)}`);
  shownDepositor = email;
  find("depositor-section").hidden = false;
  find("depositor-title").textContent = `${email} (${brand})`;
  fill(
    find("ledger"),
    ["Posting", "Kind", "Date", "Amount", "Balance"],
    ledger.map(({ id, kind, effective_on, amount, balance, reverses }) =>
      row(`${id}`, reverses === null ? kind : `${kind}, reverses ${reverses}`, effective_on, dollars(amount), dollars(balance)),
    ),
    "The account has no postings yet.",
  );
  fill(
    find("links"),
    ["Institution", "Account", "Status", "Type"],
    links.map(({ institution, number_last4, status, link_type }) => row(institution, `ending in ${number_last4}`, status, link_type)),
    "No account is linked.",
  );
  find("outbox").replaceChildren(...(outbox.length > 0 ? outbox.map(outboxMessage) : [quiet("No messages yet.")]));
}

const act = (run) => async (event) => {
  event.preventDefault();
  try {
    showStatus("Working …");
    showStatus(await run(event));
    await refresh();
  } catch (error) {
    showStatus(error.message, true);
  }
};

for (const button of document.querySelectorAll("[data-advance]")) {
  button.addEventListener(
    "click",
    act(async () => {
      await ask("clock", { advance: button.dataset.advance });
      return "The clock moved forward, and everything due was processed.";
    }),
  );
}

find("reset").addEventListener(
  "click",
  act(async () => {
    if (!confirm("Reset the bank? This deletes every depositor.")) return "";
    await ask("reset", {});
    shownDepositor = null;
    find("depositor-section").hidden = true;
    find("made").replaceChildren();
    return "The bank was reset.";
  }),
);

find("persona").addEventListener("change", describe);

find("make").addEventListener(
  "submit",
  act(async () => {
    const made = await ask(`personas/${find("persona").value}`, { brand: find("brand").value });
    const credentials = [
      ["Email", made.email],
      ["Password", made.password],
      ["Phone", made.phone],
      ["Code", "000000", "or the code in the inbox"],
    ];
    const origin = originOf(find("brand").value);
    find("made").replaceChildren(
      element(
        "dl",
        {},
        ...credentials.flatMap(([name, value, note]) => [
          element("dt", { textContent: name }),
          element("dd", {}, value, " ", copyButton(value, `the ${name.toLowerCase()}`), ...(note ? [" ", note] : [])),
        ]),
      ),
      element("p", {}, element("a", { href: `${origin}/login/entry`, target: "_blank", rel: "noopener", textContent: "Open the login" })),
    );
    find("simulate-email").value = made.email;
    return `Created ${made.persona}.`;
  }),
);

find("branding-brand").addEventListener("change", showMode);

find("branding").addEventListener(
  "submit",
  act(async () => {
    const { brand, link_restriction } = await ask("branding", {
      brand: find("branding-brand").value,
      link_restriction: find("link-mode").value,
    });
    return `${brand} now uses the link mode ${link_restriction}.`;
  }),
);

find("announce").addEventListener(
  "submit",
  act(async () => {
    const [brand, as, message] = ["announce-brand", "announce-as", "announce-message"].map((id) => find(id).value.trim());
    if (as === "notice") await ask("notice", { brand, notice: message });
    else await ask("banners", { brand, type: Number(as), message });
    return `Posted for ${brand}. People see it when they load a page.`;
  }),
);

find("announce-clear").addEventListener(
  "click",
  act(async () => {
    const brand = find("announce-brand").value;
    await ask("notice", { brand, notice: null });
    await ask(`banners?brand=${encodeURIComponent(brand)}`, undefined, "DELETE");
    return `Removed all announcements for ${brand}.`;
  }),
);

find("what").addEventListener("change", () => {
  find("detail").value = "";
  showDetail();
});

find("simulate").addEventListener(
  "submit",
  act(async () => {
    const what = find("what").value;
    const detail = find("detail").value.trim();
    const { field } = DETAILS[what] ?? {};
    const answer = await ask(`simulate/${what}`, { email: find("simulate-email").value, ...(field && detail ? { [field]: detail } : {}) });
    return `Done: ${JSON.stringify(answer)}`;
  }),
);

find("fault").addEventListener(
  "submit",
  act(async () => {
    const [method, path] = /^(?:([A-Z]+) )?(.*)$/.exec(find("fault-path").value.trim()).slice(1);
    const fault = { path, ...(method ? { method } : {}), times: Number(find("fault-times").value), ...FAULTS[find("fault-kind").value] };
    await ask("faults", fault);
    return "The fault is on.";
  }),
);

find("faults-clear").addEventListener(
  "click",
  act(async () => {
    await ask("faults", undefined, "DELETE");
    return "All faults are off.";
  }),
);

find("brand").addEventListener("change", () => refresh().catch((error) => showStatus(error.message, true)));

options(
  find("fault-kind"),
  Object.keys(FAULTS).map((name) => [name, name]),
);

/** The endpoints of the bank's API, as suggestions. */
async function suggestEndpoints() {
  const { paths } = await (await fetch("/api/v1/openapi.json")).json();
  const calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  find("endpoints").replaceChildren(...calls.map((value) => element("option", { value })));
}

// A keyboard scrolls a wide table when it has the focus.
for (const scroll of document.querySelectorAll(".scroll")) {
  Object.assign(scroll, { tabIndex: 0, role: "group" });
  scroll.setAttribute("aria-labelledby", `${scroll.firstElementChild.id}-title`);
}

suggestEndpoints().catch((error) => showStatus(error.message, true));
refresh().catch((error) => showStatus(error.message, true));
