/** Tests the messages about times, denials and unsettled transfers, for each brand at each width. */
import { describe, expect, it } from "vitest";
import { newApplicant, PAGES } from "./applicant.js";
import { bank } from "./bank.js";
import { devices, LAYOUTS } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

describe.each(LAYOUTS)("the message of %s at %i px", (brand, width) => {
  it("has times in the depositor's zone", async () => {
    const visitor = await arrive({ brand, width, name: `zone-${brand}-${width}`, timeZone: "America/Phoenix" });
    await signIn(visitor, await bank.persona("alerts-unread", { brand }), "/dashboard/alerts");
    await visitor.at("/dashboard/alerts");
    const main = await visitor.page.getByRole("main").innerText();
    expect(main).toMatch(/\d:\d\d [AP]M MST/);
    expect(main).not.toMatch(/UTC/);
    await visitor.inspect();
  });

  it("about a denial has the heading of a denial", async () => {
    const visitor = await arrive({ brand, width, name: `denial-${brand}-${width}` });
    await signIn(visitor, await bank.persona("failed", { brand }), "/registration/hold-account");
    await visitor.at("/registration/hold-account");
    await visitor.page.getByRole("heading", { name: "We couldn't open your account" }).waitFor();
    await visitor.inspect();
  });

  it("about the first deposit is that it is on its way", async () => {
    const visitor = await arrive({ brand, width, name: `funding-${brand}-${width}` });
    await signIn(visitor, await bank.persona("disclosures", { brand }));
    await visitor.press("Continue");
    await visitor.at("/fund-account/ready-to-fund");
    await PAGES["/fund-account/ready-to-fund"]?.(visitor, newApplicant());
    await visitor.at("/fund-account/successful-fund");
    await visitor.heading("Your deposit is on its way").waitFor();
    expect(await visitor.page.getByRole("main").innerText()).not.toMatch(/is funded|has been funded/);
    await visitor.inspect();
  });
});
