// The simulated link provider. The app's page opens it with a message that contains a token; the result of the session is
// posted back to the origin of that message only.

const page = document.getElementById("page");
let opener = null;
// The result of each attempted bank, in order; the exit message contains all of them.
const sites = [];

const post = (message) => opener.source.postMessage({ type: "POST_MESSAGE", ...message }, opener.origin);
const exit = (results) => post({ fnToCall: "exit", action: "exit", sites: results });
const success = (site) => post({ fnToCall: "accountStatus", sites: [site] });

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function show(title, ...content) {
  // The first page leaves the focus where the bank's page has it.
  const isFirst = page.querySelector("h1") === null;
  page.replaceChildren(element("h1", { textContent: title, tabIndex: -1 }), ...content);
  if (!isFirst) page.querySelector("h1").focus();
}

const button = (text, className, onclick) => element("button", { type: "button", textContent: text, className, onclick });
const field = (label, properties) => element("label", {}, label, element("input", { required: true, ...properties }));

async function callProvider(path, body) {
  const response = await fetch(`/sandbox/fastlink/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessToken: opener.token, ...body }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? "The link provider isn't responding.");
  return answer;
}

function showProblem(text) {
  show(
    "We couldn't link your bank",
    element("p", { className: "problem", textContent: text }),
    button("Choose another bank", "primary", chooseBank),
    button("Close", "plain", () => exit(sites)),
  );
}

function form(onsubmit, ...content) {
  return element(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        onsubmit();
      },
    },
    ...content,
  );
}

const FAILURES = {
  Timeout: "Your bank is taking too long to respond. Try again later.",
  Locked: "Your bank locked your online access. Contact your bank to unlock it.",
};

async function finish(bank) {
  show(`Signing in to ${bank} Bank`, element("p", { className: "quiet", textContent: "This takes a moment …" }));
  const site = await callProvider("sites", { bank });
  sites.push(site);
  if (site.status !== "SUCCESS") return showProblem(FAILURES[bank] ?? "Your bank isn't responding. Try again later.");
  show("Your bank is linked", element("p", { textContent: "You can continue in the app." }));
  if (bank === "MFA") {
    // Some providers send the exit before the success, and ids as strings.
    exit([]);
    success({ ...site, providerAccountId: String(site.providerAccountId), providerId: String(site.providerId) });
  } else {
    success(site);
    exit(sites);
  }
}

const guarded = (run) => () => run().catch((error) => showProblem(error.message));

function askCode(bank) {
  show(
    "One more step",
    element("p", { textContent: `${bank} Bank sent you a security code. In the sandbox, any 6 digits work.` }),
    form(
      guarded(() => finish(bank)),
      field("Security code", { inputMode: "numeric", pattern: "[0-9]{6}", autocomplete: "off" }),
      button("Continue", "primary"),
    ),
  );
  page.querySelector("form button").type = "submit";
}

function selectBank(bank) {
  if (bank === "Close") return exit([]);
  return bank === "MFA" ? askCode(bank) : guarded(() => finish(bank))();
}

function chooseBank() {
  const banks = opener.session.banks.map((bank) =>
    element(
      "li",
      {},
      button(`${bank} Bank`, "", () => selectBank(bank)),
    ),
  );
  show(
    opener.session.flow === "edit" ? "Link your bank again" : "Choose your bank",
    element("p", {
      className: "quiet",
      textContent: `${opener.session.institution} will see your account number and balance, but never your password.`,
    }),
    element("ul", {}, ...banks),
    button("Close", "plain", () => exit([])),
  );
}

addEventListener("message", async (event) => {
  if (opener !== null || event.source !== window.parent || event.data?.type !== "open" || typeof event.data.accessToken !== "string")
    return;
  opener = { source: event.source, origin: event.origin, token: event.data.accessToken, session: null };
  // The app shows an error when this message does not arrive.
  post({ fnToCall: "ready" });
  try {
    opener.session = await callProvider("visit", {});
    chooseBank();
  } catch (error) {
    show(
      "This link has expired",
      element("p", { className: "problem", textContent: error.message }),
      button("Close", "plain", () => exit([])),
    );
  }
});
