/** Tests personal details: address lookup, edits on review, and names that decide the identity check. */
import { describe, expect, it } from "vitest";
import { newApplicant, newSsn, PAGES } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const CONFIRM = "/registration/confirm-details";
const ADDRESS = ["Street address", "City", "State", "ZIP code"];

async function confirm(visitor: Visitor): Promise<void> {
  await visitor.tick("I certify the three statements above");
  await visitor.tick("The information above is true and complete");
  await visitor.press("Continue");
}

/** Edit in the section of this heading. */
async function edit(visitor: Visitor, section: string): Promise<void> {
  await visitor.page.getByRole("region", { name: section }).getByRole("button", { name: /^Edit/ }).click();
}

describe("an address", () => {
  it("is looked up, typed by hand when the lookup fails, and edited on review with a return to the review", async () => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: "details-address" });
    await signIn(visitor, await bank.persona("address"));
    await visitor.press("Continue");
    await visitor.at("/registration/address");

    await visitor.field("Street address").pressSequentially("Maple");
    await visitor.page.getByRole("option", { name: "14 Maple Street, Springfield, IL 62701" }).waitFor();
    await visitor.inspect();
    await visitor.page.getByRole("option", { name: "14 Maple Street, Springfield, IL 62701" }).click();
    const chosen = { "Street address": "14 Maple Street", City: "Springfield", State: "IL", "ZIP code": "62701" };
    expect(await visitor.typed(ADDRESS)).toEqual(chosen);
    expect(await visitor.field("Street address").evaluate((field) => field === document.activeElement)).toBe(true);
    await visitor.reload();
    expect(await visitor.typed(ADDRESS)).toEqual(chosen);

    await bank.fault({ path: "/x/places", status: 500 });
    await visitor.type("Street address", "");
    await visitor.field("Street address").pressSequentially("PO Box 44");
    await visitor.page.getByText("Address lookup isn't available. Enter your address.").waitFor();
    await visitor.inspect();
    await visitor.press("Continue");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter a street address, not a PO box.");
    await visitor.type("Street address", "14 Maple Street");
    await visitor.type(/^Apartment, suite, or unit/, "2B");
    await visitor.page.getByRole("checkbox", { name: "My mailing address is the same" }).uncheck();
    await visitor.press("Continue");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter your mailing street or PO box.");
    expect(await visitor.page.getByRole("listbox", { name: "Suggestions" }).count(), "suggestions left behind").toBe(0);
    await visitor.inspect();
    // A PO box is fine for mail.
    await visitor.type("Mailing street or PO box", "PO Box 44");
    await visitor.type("Mailing city", "Springfield");
    await visitor.choose("Mailing state", "Illinois");
    await visitor.type("Mailing ZIP code", "62705");
    await visitor.press("Continue");
    await visitor.at("/registration/employer");
    await PAGES["/registration/employer"]?.(visitor, newApplicant());
    await visitor.at(CONFIRM);
    await visitor.page.getByText("14 Maple Street, 2B, Springfield, IL 62701").waitFor();
    await visitor.page.getByText("PO Box 44, Springfield, IL 62705").waitFor();
    await visitor.inspect();

    await edit(visitor, "Address");
    await visitor.at("/registration/address");
    expect(await visitor.typed(ADDRESS)).toEqual(chosen);
    await visitor.type("ZIP code", "62702");
    await visitor.press("Continue");
    await visitor.at(CONFIRM);
    await visitor.page.getByText("14 Maple Street, 2B, Springfield, IL 62702").waitFor();
    await edit(visitor, "Work");
    await visitor.at("/registration/employer");
    await visitor.choose("Employment status", "Retired");
    await visitor.press("Back");
    await visitor.at(CONFIRM);
    await visitor.page.getByText("Librarian").waitFor();
    await confirm(visitor);
    await visitor.at("/registration/passed");
  });
});

describe("a name that the sandbox knows", () => {
  it.each([
    { last: "Viewonly", path: "/registration/hold-account", words: /We can't open your account for deposits and withdrawals/ },
    { last: "Hold", path: "/registration/passed", words: /We've confirmed your identity/ },
  ])("$last, given on review, leads to $path", async ({ last, path, words }) => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: `details-${last}` });
    await signIn(visitor, await bank.persona("confirmed"));
    await visitor.press("Continue");
    await visitor.at(CONFIRM);
    await edit(visitor, "About you");
    await visitor.at("/registration/basic-information");
    await visitor.type("Last name", last);
    await visitor.type("Social Security number", newSsn());
    await visitor.press("Continue");
    await visitor.at(CONFIRM);
    await visitor.page.getByText(`Dana ${last}`).waitFor();
    await confirm(visitor);
    await visitor.at(path);
    await visitor.page.getByText(words).first().waitFor();
    await visitor.inspect();
    // On hold, the hold page says so; registration may still be finished.
    if (last === "Hold") {
      await visitor.open("/registration/hold-account");
      await visitor.at("/registration/hold-account");
      await visitor.page.getByText(/Your account is on hold while we review it/).waitFor();
    }
  });
});
