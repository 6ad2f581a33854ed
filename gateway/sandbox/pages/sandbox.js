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

function tell(text, bad = false) {
  status.textContent = text;
  status.classList.toggle("bad", bad);
}

const SHOWN = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short", timeZone: "America/New_York" });
const options = (select, rows) => {
  const before = select.value;
  select.replaceChildren(...rows.map(([value, text]) => element("option", { value, textContent: text })));
  if (rows.some(([value]) => value === before)) select.value = before;
};
const row = (...cells) => element("tr", {}, ...cells.map((cell) => element("td", { textContent: cell ?? "–" })));
const head = (...cells) => element("tr", {}, ...cells.map((cell) => element("th", { scope: "col", textContent: cell })));

function outboxMessage({ to, channel, subject, body, code, link, sent_at }) {
  const parts = [
    element("p", { className: "quiet", textContent: `${channel} to ${to}, ${new Date(sent_at).toLocaleString("en-US")}` }),
    element("p", {}, element("strong", { textContent: subject })),
  ];
  if (code) parts.push(element("p", { className: "code", textContent: code }));
  parts.push(element("p", { textContent: body }));
  if (link) parts.push(element("p", {}, element("a", { href: link, textContent: "Open the link" })));
  return element("div", { className: "outbox-message" }, ...parts);
}

function describe() {
  find("persona-description").textContent = personas.find(({ name }) => name === find("persona").value)?.description ?? "";
}

/** The mode of the institution that is chosen. */
function showMode() {
  find("link-mode").value = brands.find(({ slug }) => slug === find("branding-brand").value)?.link_restriction ?? "";
}

async function refresh() {
  const view = await ask("overview");
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
  describe();
  find("emails").replaceChildren(...view.depositors.map(({ email }) => element("option", { value: email })));
  find("inbox").replaceChildren(
    ...(view.outbox.length > 0 ? view.outbox.map(outboxMessage) : [element("p", { className: "quiet", textContent: "No messages yet." })]),
  );
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
        `$${balance}`,
      );
      line.lastChild.className = "number";
      return line;
    },
  );
  find("depositors").replaceChildren(head("Email", "Institution", "Identity", "Step", "Holder", "Links", "Transfers", "Balance"), ...rows);
  find("failed-section").hidden = view.failed_jobs.length === 0;
  find("failed").replaceChildren(
    head("Job", "Of", "Due", "Error"),
    ...view.failed_jobs.map(({ kind, subject, due_at, error }) => row(kind, subject, SHOWN.format(new Date(due_at)), error)),
  );
  find("magic").replaceChildren(head("Input", "Outcome"), ...view.magic.map(([input, outcome]) => row(input, outcome)));
}

const act = (run) => async (event) => {
  event.preventDefault();
  try {
    tell("Working …");
    tell(await run(event));
    await refresh();
  } catch (error) {
    tell(error.message, true);
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
      ["Code", "Use the code in the inbox below, or 000000"],
    ];
    find("made").replaceChildren(
      element(
        "dl",
        {},
        ...credentials.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]),
      ),
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

find("simulate").addEventListener(
  "submit",
  act(async () => {
    const what = find("what").value;
    const detail = find("detail").value.trim();
    const key = {
      "kyc-decision": "status",
      "transfer-return": "return_code",
      "request-end": "status",
      alert: "title",
      "message-reply": "body",
      "long-history": "rows",
    }[what];
    const answer = await ask(`simulate/${what}`, { email: find("simulate-email").value, ...(key && detail ? { [key]: detail } : {}) });
    return `Done: ${JSON.stringify(answer)}`;
  }),
);

refresh().catch((error) => tell(error.message, true));
