/** Tests opening an account up to the dashboard, for each brand at each width, with a reload on every page. */
import { describe, expect, it } from "vitest";
import { newApplicant, walk } from "./applicant.js";
import { devices, LAYOUTS } from "./browser.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

/** S2.3's figures; a page that is not listed shows no bar. */
const PROGRESS: Readonly<Record<string, number>> = {
  "/registration": 0,
  "/setup-mobile-mfa": 7,
  "/otp-verification": 14,
  "/registration/basic-information": 21,
  "/registration/address": 28,
  "/registration/employer": 35,
  "/registration/confirm-details": 42,
  "/registration/passed": 49,
  "/registration/link-account-selection": 56,
  "/fund-account": 77,
  "/fund-account/disclosure": 84,
  "/fund-account/ready-to-fund": 91,
  "/fund-account/successful-fund": 100,
};

const BEFORE_IDENTITY = ["/registration", "/setup-mobile-mfa", "/otp-verification", "/registration/landing"];
const AFTER_IDENTITY = [
  "/registration/confirm-details",
  "/registration/passed",
  "/registration/link-account-selection",
  "/fund-account",
  "/fund-account/disclosure",
  "/fund-account/ready-to-fund",
  "/fund-account/successful-fund",
  "/dashboard",
];

/** Juniper's order: the employer before the address. */
const PATHS: Readonly<Record<(typeof LAYOUTS)[number][0], readonly string[]>> = {
  harbor: [...BEFORE_IDENTITY, "/registration/basic-information", "/registration/address", "/registration/employer", ...AFTER_IDENTITY],
  juniper: [...BEFORE_IDENTITY, "/registration/basic-information", "/registration/employer", "/registration/address", ...AFTER_IDENTITY],
};

const NAMES = { harbor: "Harbor Savings Bank", juniper: "Juniper Community Bank" } as const;

/** The value of the progress bar; null without one. */
async function progressShown(visitor: Visitor): Promise<number | null> {
  const bar = visitor.page.getByRole("progressbar");
  if ((await bar.count()) === 0) return null;
  return bar.evaluate((element) => Number(element instanceof HTMLProgressElement ? element.value : element.getAttribute("aria-valuenow")));
}

describe.each(LAYOUTS)("opening an account at %s at %i px", (brand, width) => {
  it("leads to the dashboard", async () => {
    const visitor = await arrive({ brand, width, name: `opening-${brand}-${width}` });
    await visitor.open("/registration");

    const path = await walk(visitor, newApplicant(), {
      until: "/dashboard",
      onEach: async (_, path) => {
        await visitor.reload();
        expect(await visitor.page.title(), path).toMatch(new RegExp(`^.+ \\| ${NAMES[brand]} \\(${brand}\\)$`));
        expect(await progressShown(visitor), `progress on ${path}`).toBe(PROGRESS[path] ?? null);
        await visitor.inspect();
      },
    });

    expect(path).toEqual(PATHS[brand]);
    await visitor.page.getByText("$2,500.00").first().waitFor();
    expect((await visitor.page.getByText(/full faith and credit of the U\.S\. Government/).count()) > 0).toBe(brand === "harbor");
  });
});
