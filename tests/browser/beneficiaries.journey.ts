/** Tests beneficiaries and the nonprofit: adding, details, shares, removal, search. */
import { describe, expect, it } from "vitest";
import { partOf, sample } from "../support/part.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

async function enterHome(visitor: Visitor): Promise<void> {
  await visitor.type("Street address", "14 Maple Street");
  await visitor.type("City", "Springfield");
  await visitor.choose("State", "Illinois");
  await visitor.type("ZIP code", "62701");
}

describe.each(
  sample(
    [
      ["harbor", 390],
      ["juniper", 1440],
    ] as const,
    2,
  ),
)("in %s at %i px", (brand, width) => {
  it("a depositor names a trust and a person, divides the shares and removes one", async () => {
    const visitor = await arrive({ brand, width, name: `beneficiaries-${brand}-${width}` });
    await signIn(visitor, await bank.persona("active", { brand }), "/my-account");
    await visitor.link(/^Add a beneficiary/).click();
    await visitor.at("/beneficiary/add");
    await visitor.inspect();
    await visitor.choose("Who is the beneficiary?", "A trust");
    await visitor.type("Legal name", "Whitfield Family Trust");
    await enterHome(visitor);
    await visitor.press("Add beneficiary");
    await visitor.at("/beneficiary/success");
    await visitor.inspect();
    await visitor.press("Done");
    await visitor.at("/beneficiary/list");
    await visitor.link("Add a beneficiary").click();
    await visitor.at("/beneficiary/add");
    await visitor.choose("Who is the beneficiary?", "A person");
    await visitor.type("First name", "June");
    await visitor.type("Last name", "Whitfield");
    await visitor.type("Date of birth", "06/02/2015");
    await visitor.choose("Relationship to you", "Child");
    await enterHome(visitor);
    await visitor.type(/^Share in percent/, "100");
    await visitor.press("Add beneficiary");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter a percentage from 0.01 to 99.99");
    await visitor.type(/^Share in percent/, "33.34");
    await visitor.press("Add beneficiary");
    await visitor.at("/beneficiary/success");
    await visitor.page.getByText("66.66%").waitFor();
    await visitor.link("Change shares").click();
    await visitor.at("/beneficiary/update-allocations");
    await visitor.inspect();
    const fields = visitor.page.getByLabel("Share in percent");
    await fields.first().fill("50");
    await visitor.press("Save shares");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Shares must add up to exactly 100%.");
    await visitor.press("Split equally");
    await visitor.at("/beneficiary/success");
    await visitor.press("Done");
    await visitor.at("/beneficiary/list");
    await visitor.inspect();
    await visitor
      .link(/^Details/)
      .last()
      .click();
    await visitor.at("/beneficiary/details");
    await visitor.page.getByText("June 2, 2015").waitFor();
    await visitor.inspect();
    await visitor.link(/^Edit/).click();
    await visitor.at("/beneficiary/edit");
    await visitor.type("City", "");
    await visitor.press("Save");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter the city");
    await visitor.link("Back").click();
    await visitor.at("/beneficiary/list");
    await visitor
      .link(/^Details/)
      .last()
      .click();
    await visitor.at("/beneficiary/details");
    await visitor.press("Remove");
    await visitor.at("/beneficiary/remove");
    await visitor.inspect();
    await visitor.press("Remove");
    await visitor.at("/beneficiary/success");
    await visitor.page.getByText("100.00%", { exact: true }).waitFor();
  });
});

it.each(
  sample(
    [
      ["two-beneficiaries", "Remove"],
      ["one-beneficiary", "Remove"],
      ["two-beneficiaries", "Split equally"],
    ] as const,
    3,
  ),
)("a depositor of an old session with %s needs a code for: %s", async (name, change) => {
  const visitor = await arrive({ brand: "juniper", width: 390, name: `${name}-${change}` });
  const persona = await bank.persona(name, { brand: "juniper" });
  await signIn(visitor, persona);
  await visitor.open(change === "Remove" ? "/beneficiary/list" : "/beneficiary/update-allocations");
  if (change === "Remove") {
    await visitor
      .link(/^Details/)
      .first()
      .click();
    await visitor.at("/beneficiary/details");
    await visitor.press("Remove");
    await visitor.at("/beneficiary/remove");
  }
  await bank.simulate("session-age", persona.email);
  await visitor.press(change);
  await visitor.notified("Nothing has changed yet. Confirm it's you with a code below.");
  await visitor.press(/^Email/);
  await visitor.notified("We sent you a code. Enter it to save your change.");
  await visitor.press(change);
  expect(await (await visitor.errorSummary()).innerText()).toContain("Enter the code we sent you.");
  await visitor.inspect();
  await visitor.type("Verification code", await bank.code(persona.email));
  await visitor.press(change);
  await visitor.at("/beneficiary/success");
});

if (partOf() === "representative") {
  it("a depositor of an old session confirms a new beneficiary with a code, and the form keeps what they typed", async () => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: "beneficiary-code" });
    const persona = await bank.persona("active");
    await signIn(visitor, persona, "/beneficiary/add");
    await visitor.choose("Who is the beneficiary?", "A trust");
    await visitor.type("Legal name", "Whitfield Family Trust");
    await visitor.type("SSN or EIN (optional)", "12-3456789");
    await enterHome(visitor);
    const typed = await visitor.typed(["Legal name", "SSN or EIN (optional)", "Street address", "ZIP code"]);
    await bank.simulate("session-age", persona.email);
    await visitor.press("Add beneficiary");
    await visitor.notified("Nothing has changed yet. Confirm it's you with a code below.");
    await visitor.inspect();
    await visitor.press(/^Email/);
    await visitor.notified("We sent you a code. Enter it to save your change.");
    await visitor.inspect();
    expect(await visitor.typed(Object.keys(typed))).toEqual(typed);
    expect(typed).toMatchObject({ "SSN or EIN (optional)": "12-3456789" });
    await visitor.type("Verification code", "123123");
    await visitor.press("Add beneficiary");
    expect(await (await visitor.errorSummary()).innerText()).toContain("That code isn't right.");
    expect(await visitor.typed(Object.keys(typed))).toEqual(typed);
    await visitor.type("Verification code", await bank.code(persona.email));
    await visitor.press("Add beneficiary");
    await visitor.at("/beneficiary/success");
    // The code has authenticated the session: the next change needs none.
    await visitor.press("Done");
    await visitor.at("/beneficiary/list");
    await visitor.link(/^Details/).click();
    await visitor.at("/beneficiary/details");
    await visitor.press("Remove");
    await visitor.at("/beneficiary/remove");
    await visitor.press("Remove");
    await visitor.at("/beneficiary/success");
  });

  it("a depositor searches for a nonprofit and selects it", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "nonprofit" });
    await signIn(visitor, await bank.persona("active"), "/non-profit/select");
    await visitor.settled();
    await visitor.inspect();
    const search = visitor.field("Name, EIN, city, or state");
    await search.pressSequentially("baton rouge");
    await visitor.page.getByRole("option", { name: /^Blue Heron Wetlands Alliance Baton Rouge, LA · EIN / }).waitFor();
    await visitor.inspect();
    await search.fill("no such organization");
    await visitor.page.getByRole("status").filter({ hasText: "No nonprofits found." }).waitFor();
    await visitor.inspect();
    await search.fill("shelter milwaukee");
    await visitor.press("Search");
    await visitor.page.getByText("Open Door Shelter").waitFor();
    await visitor.inspect();
    await visitor.press(/^Select/);
    await visitor.at("/non-profit/success");
    await visitor.page.getByText("Your account now supports Open Door Shelter, Milwaukee, WI.").waitFor();
    await visitor.link("Choose another").click();
    await visitor.at("/non-profit/select");
    // Choosing a suggestion selects it.
    await search.fill("wetlands");
    await visitor.page.getByRole("option", { name: /^Blue Heron/ }).waitFor();
    await search.press("ArrowDown");
    await search.press("Enter");
    await visitor.at("/non-profit/success");
    await visitor.page.getByText("Your account now supports Blue Heron Wetlands Alliance, Baton Rouge, LA.").waitFor();
    await visitor.inspect();
  });

  it("the legend of the shares is in the typeface of the other headings", async () => {
    const visitor = await arrive({ brand: "juniper", width: 1280, name: "shares-legend" });
    await signIn(visitor, await bank.persona("two-beneficiaries", { brand: "juniper" }));
    await visitor.open("/beneficiary/update-allocations");
    await visitor.at("/beneficiary/update-allocations");
    const legend = visitor.page.getByText("Shares", { exact: true }).and(visitor.page.locator("legend"));
    await legend.waitFor();
    const typeface = (element: Element) => [getComputedStyle(element).fontFamily, getComputedStyle(element).fontWeight];
    expect(await legend.evaluate(typeface)).toEqual(await visitor.page.getByRole("heading", { level: 1 }).evaluate(typeface));
  });
}
