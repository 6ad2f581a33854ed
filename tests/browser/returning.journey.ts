/** Tests a return to the app: another device, a reload of a filled form, a wrong code, a second tab. */
import { describe, expect, it } from "vitest";
import { enterCode, newApplicant, PAGES, signInByPages, typeCode, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

describe("coming back", () => {
  it("continues on another device", async () => {
    const applicant = newApplicant();
    const desk = await arrive({ brand: "harbor", width: 1440, name: "resume-desk" });
    await desk.open("/registration");
    await walk(desk, applicant, { until: "/registration/employer" });
    await desk.press("Log out");
    await desk.at("/login");

    const phone = await arrive({ brand: "harbor", width: 390, name: "resume-phone" });
    await signInByPages(phone, applicant);
    expect(phone.path).toBe("/login/registration-home");
    await phone.inspect();
    await phone.press("Continue");
    await phone.at("/registration/employer");
    await walk(phone, applicant, { until: "/dashboard" });
  });

  it("keeps the typed data across a reload, without secrets", async () => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "draft" });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.type("First name", "Rosalind");
    await visitor.type("Social Security number", "521679876");
    // The reload comes while the last field still has the focus.
    await visitor.type("Last name", "Franklin");
    await visitor.reload();
    expect(await visitor.field("First name").inputValue()).toBe("Rosalind");
    expect(await visitor.field("Last name").inputValue()).toBe("Franklin");
    expect(await visitor.field("Social Security number").inputValue()).toBe("");
    const kept = await visitor.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).toContain("Rosalind");
    expect(kept.replace(/\D/g, "")).not.toContain("521679876");
  });

  it("keeps the typed data when a release makes the page reload, and submits it then", async () => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "released" });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.type("First name", "Rosalind");
    // The gateway of a newer release, as it answers the documents of bundles that it does not have.
    const errors = [{ message: "Only documents of the published flows are answered.", extensions: { code: "document_unknown" } }];
    visitor.forgive(/status of 400/);
    let refused = 0;
    await visitor.page.route(
      "**/graphql",
      (route) => {
        refused += 1;
        return route.fulfill({ status: 400, contentType: "application/json", body: JSON.stringify({ errors }) });
      },
      { times: 1 },
    );
    const reloaded = visitor.page.waitForEvent("domcontentloaded");
    await PAGES["/registration/basic-information"]?.(visitor, newApplicant());
    await reloaded;
    await visitor.at("/registration/basic-information");
    expect(refused).toBe(1);
    expect(await visitor.field("First name").inputValue()).not.toBe("");
    await PAGES["/registration/basic-information"]?.(visitor, newApplicant());
    await visitor.at("/registration/address");
  });

  it("shows a message for a wrong code, and accepts the right one", async () => {
    const applicant = newApplicant();
    const visitor = await arrive({ brand: "harbor", width: 390, name: "wrong-code" });
    await visitor.open("/registration");
    await walk(visitor, applicant, { until: "/otp-verification" });
    const right = await bank.code(applicant.phone);
    await typeCode(visitor, right === "123456" ? "654321" : "123456");
    expect(await (await visitor.errorSummary()).innerText()).toMatch(/code isn't right/);
    await visitor.inspect();
    expect(visitor.path).toBe("/otp-verification");
    await enterCode(visitor, applicant.phone);
    await visitor.at("/registration/landing");
  });

  it("lists the errors of a form, and links to each field", async () => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "errors" });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.press("Continue");
    const summary = await visitor.errorSummary();
    await visitor.inspect();
    await summary.getByRole("link").first().click();
    expect(await visitor.field("First name").evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await visitor.field("First name").getAttribute("aria-invalid")).toBe("true");
    await PAGES["/registration/basic-information"]?.(visitor, newApplicant());
    await visitor.at("/registration/address");
  });

  it("logs out in every tab", async () => {
    const persona = await bank.persona("active");
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "tabs" });
    await signIn(visitor, persona);
    await visitor.at("/dashboard");
    const first = await visitor.secondTab("/dashboard/documents");
    await visitor.at("/dashboard/documents");
    await visitor.press("Log out");
    await visitor.at("/login");
    visitor.page = first;
    // A page that is left in the middle of its logout sends queries once more, which the gateway answers with 419.
    await visitor.at("/login");
    await visitor.open("/dashboard");
    await visitor.at("/login");
    expect(await visitor.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('bearerToken":"');
  });
});
