/** Tests linking by account numbers: two microdeposits, the bank's business days, and the amounts in any order. */
import { expect, it } from "vitest";
import { enterAmounts, enterNumbers, linkAtBank, PAGES, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

it("leads through two microdeposits to the funding", async () => {
  const persona = await bank.persona("bank");
  const visitor = await arrive({ brand: "harbor", width: 390, name: "manual-link" });
  await signIn(visitor, persona);
  await visitor.press("Continue");
  await visitor.at("/registration/link-account-selection");
  await visitor.press(/^Enter the account number/);

  await visitor.at("/manual-funding/banking-information");
  await visitor.reload();
  await visitor.inspect();
  await PAGES["/manual-funding/banking-information"]?.(visitor, { ...persona, firstName: "", lastName: "", ssn: "" });

  await visitor.at("/manual-funding/microdeposits/sent");
  await visitor.inspect();
  // Three business days, also over a weekend and a holiday.
  await bank.advance("P7D");
  await visitor.press("Enter the amounts");

  await visitor.at("/manual-funding/microdeposits");
  await visitor.reload();
  await visitor.inspect();
  await enterAmounts(visitor, "0.11", "0.12");
  await visitor.at("/manual-funding/microdeposits/incorrect");
  await visitor.inspect();
  await visitor.press("Try again");

  await visitor.at("/manual-funding/microdeposits");
  await enterAmounts(visitor, ".23", "7");
  await visitor.at("/manual-funding/microdeposits/successful");
  await visitor.inspect();
  await visitor.press("Continue");

  const path = await walk(visitor, { ...persona, firstName: "", lastName: "", ssn: "" }, { until: "/dashboard" });
  expect(path[0]).toBe("/fund-account");
});

it("rejects a routing number with a wrong check digit at its field", async () => {
  const persona = await bank.persona("bank");
  const visitor = await arrive({ brand: "harbor", width: 390, name: "routing-number" });
  await signIn(visitor, persona, "/manual-funding/banking-information");
  await visitor.at("/manual-funding/banking-information");
  await visitor.type("Routing number", "123456789");
  // Typing into a masked number replaces the whole number.
  for (const number of ["000123456780", "000123456789"]) {
    await visitor.type("Account number", number);
    await visitor.type("Reenter account number", number);
  }
  await visitor.press("Continue");
  expect(await visitor.field("Account number").inputValue()).toBe("••••••••6789");
  expect(await (await visitor.errorSummary()).innerText()).toMatch(/routing number/i);
  expect(await visitor.field("Routing number").getAttribute("aria-invalid")).toBe("true");
  expect(visitor.path).toBe("/manual-funding/banking-information");
});

it("reports deposits that never arrive, sends them again once, expires, and lets the depositor link another account on another device", async () => {
  const persona = await bank.persona("bank", { brand: "juniper" });
  const first = await arrive({ brand: "juniper", width: 1440, name: "never-arrives" });
  await signIn(first, persona, "/manual-funding/banking-information");
  await first.at("/manual-funding/banking-information");
  await enterNumbers(first, { account: "000123459200" });
  await first.at("/manual-funding/microdeposits/sent");
  await bank.advance("P6D");
  await first.press("Enter the amounts");
  await first.at("/manual-funding/microdeposits");
  await enterAmounts(first, "0.07", "0.23");
  await first.page.getByText("The deposits haven't arrived yet.").first().waitFor();
  await first.press("I don't see the deposits");
  await first.at("/manual-funding/microdeposits/reissue");
  await first.press("Send new deposits");
  await first.at("/manual-funding/microdeposits/sent");

  // Two weeks later the deadline has passed; the form that was left open shows that.
  await first.press("Enter the amounts");
  await first.at("/manual-funding/microdeposits");
  await bank.advance("P20D");
  await enterAmounts(first, "0.07", "0.23");
  await first.at("/manual-funding/microdeposits/reissue");
  await first.page.getByText("The time to enter the amounts has run out.").first().waitFor();

  const second = await arrive({ brand: "juniper", width: 390, name: "never-arrives-later" });
  await signIn(second, persona);
  await second.press("Continue");
  await second.at("/registration/link-account-selection");
  await second.page.getByText("The time to enter the amounts for your account ending in 9200 has run out.").waitFor();
  await second.inspect();
  await second.open("/manual-funding/microdeposits");
  await second.at("/manual-funding/microdeposits");
  await second.page.getByText("You can't verify these deposits anymore").waitFor();
  expect(await second.field("First amount").count()).toBe(0);
  await second.page.getByText("We already sent new deposits once.").waitFor();
  expect(await second.link("Send new deposits").count()).toBe(0);
  await second.inspect();
  await second.press("Link another account");
  await second.at("/registration/link-account-selection");
  await linkAtBank(second, "Good");
  await second.at("/fund-account");
  for (const visitor of [first, second]) visitor.forgive(/40[39]|422/);
});
