/** Tests the browser's Back and Forward on the pages of a wizard (D46), for each brand at each width. */
import { describe, expect, it } from "vitest";
import { newApplicant, signInByPages, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices, LAYOUTS } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

const HOME = "/login/registration-home";
const CONFIRM = "/registration/confirm-details";
const DISCLOSURE = "/fund-account/disclosure";
const READY = "/fund-account/ready-to-fund";

/** The pages of the wizard in the brand's order. */
const PAGES = {
  harbor: ["/registration/basic-information", "/registration/address", "/registration/employer", CONFIRM],
  juniper: ["/registration/basic-information", "/registration/employer", "/registration/address", CONFIRM],
} as const;

describe.each(LAYOUTS)("the browser's Back at %s at %i px", (brand, width) => {
  it("goes back page by page and never ends on Not found", async () => {
    const visitor = await arrive({ brand, width, name: `back-${brand}-${width}` });
    const pages = PAGES[brand];
    const [first, second] = pages;
    await visitor.open("/registration");
    await walk(visitor, newApplicant(), { until: CONFIRM });

    for (const path of [...pages].reverse().slice(1)) {
      await visitor.page.goBack();
      await visitor.at(path);
    }
    await visitor.page.goForward();
    await visitor.at(first);
    expect(await visitor.field("First name").inputValue()).toBe("Dana");
    await visitor.page.goBack();
    await visitor.at(HOME);
    await visitor.press("Continue");
    await visitor.at(first);

    // What was typed last is still there, although the input has never lost the focus.
    await visitor.field("First name").fill("Danae");
    await visitor.page.goBack();
    await visitor.at(HOME);
    await visitor.press("Continue");
    await visitor.at(first);
    expect(await visitor.field("First name").inputValue()).toBe("Danae");

    // The page's own Back first, then the browser's.
    await walk(visitor, newApplicant(), { until: second });
    await visitor.press("Back");
    await visitor.at(first);
    await visitor.page.goBack();
    await visitor.at(HOME);

    // A typed address keeps the guards.
    await visitor.open(CONFIRM);
    await visitor.at("/not-found");
  });

  it("returns to the review from a page that its Edit opened", async () => {
    const visitor = await arrive({ brand, width, name: `back-edit-${brand}-${width}` });
    await signIn(visitor, await bank.persona("confirmed", { brand }));
    await visitor.press("Continue");
    await visitor.at(CONFIRM);
    for (const back of [() => visitor.page.goBack(), () => visitor.press("Back")]) {
      await visitor.pressOn(visitor.page.getByRole("button", { name: "Edit" }).first());
      await visitor.at("/registration/basic-information");
      await back();
      await visitor.at(CONFIRM);
    }
  });

  it("leads one page back while the account is funded, and a new amount keeps the attestation", async () => {
    const visitor = await arrive({ brand, width, name: `back-funding-${brand}-${width}` });
    // Its pages leave the history entries to which the browser goes back twice.
    await signInByPages(visitor, await bank.persona("disclosures", { brand }));
    await visitor.press("Continue");
    await visitor.at(READY);
    for (const back of [() => visitor.page.goBack(), () => visitor.press("Back")]) {
      await back();
      await visitor.at(DISCLOSURE);
      await visitor.page.getByText("You've agreed to these documents").waitFor();
      await visitor.inspect();
      await back();
      await visitor.at("/fund-account");
      await visitor.type("Amount", "75.00");
      await visitor.press("Continue");
      await visitor.at(READY);
      await visitor.page.getByText("$75.00").first().waitFor();
    }
  });
});
