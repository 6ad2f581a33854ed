// Signs in as the persona that the address's fragment names, and opens the product. Served on the product's origin.

const ROOT = "passbook/";

async function signIn(persona) {
  const { token } = await (await fetch("/csrf")).json();
  const response = await fetch(`/__sandbox/sign-in?persona=${encodeURIComponent(persona)}`, {
    method: "POST",
    headers: { "x-xsrf-token": token },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `${response.status}`);
  // The state of an earlier depositor of this browser.
  for (const key of Object.keys(localStorage)) if (key.startsWith(ROOT)) localStorage.removeItem(key);
  for (const [name, text] of Object.entries(answer.entries)) localStorage.setItem(ROOT + name, text);
  location.replace(answer.path);
}

signIn(new URLSearchParams(location.hash.slice(1)).get("persona") ?? "").catch((error) => {
  document.getElementById("status").textContent = `The sign-in failed: ${error.message}`;
});
