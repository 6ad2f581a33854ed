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

/** The fields of the page, whatever their kind. */
const fieldsShown = (visitor: Visitor): Promise<number> =>
  visitor.page.getByRole("main").locator("input:not([type=hidden]), select, textarea").filter({ visible: true }).count();

/** The page of the result, and the page that continues by itself. */
const WITHOUT_TASK: ReadonlySet<string> = new Set(["/registration/passed", "/fund-account/successful-fund"]);

describe.each(LAYOUTS)("opening an account at %s at %i px", (brand, width) => {
  it("leads from the sign-in page to the dashboard, with at most 13 screens and 30 fields until the account is funded", async () => {
    const visitor = await arrive({ brand, width, name: `opening-${brand}-${width}` });
    const applicant = newApplicant();
    const fields: Record<string, number> = {};
    const onEach = async (_: Visitor, path: string) => {
      fields[path] = await fieldsShown(visitor);
      await visitor.reload();
      expect(await visitor.page.title(), path).toMatch(new RegExp(`^.+ \\| ${NAMES[brand]} \\(${brand}\\)$`));
      expect(await progressShown(visitor), `progress on ${path}`).toBe(PROGRESS[path] ?? null);
      await visitor.inspect();
    };

    await visitor.open("/login");
    await visitor.settled();
    await visitor.page.getByText(/\d\.\d\d% Annual Percentage Yield \(APY\)/).waitFor();
    await visitor.press("Open an account");
    await visitor.at("/registration");
    const first = await walk(visitor, applicant, { until: "/registration/passed", onEach });
    // It continues by itself, to the bank's own page.
    await visitor.at("/registration/link-account-selection");
    await visitor.page.locator("iframe").waitFor();
    const second = await walk(visitor, applicant, { until: "/dashboard", onEach });

    expect([...first, ...second]).toEqual(PATHS[brand]);
    await visitor.page.getByText("$2,500.00").first().waitFor();
    expect((await visitor.page.getByText(/full faith and credit of the U\.S\. Government/).count()) > 0).toBe(brand === "harbor");
    const screens = ["/login", ...Object.keys(fields).filter((path) => path !== "/dashboard" && !WITHOUT_TASK.has(path))];
    expect(screens.length, screens.join(" ")).toBeLessThanOrEqual(13);
    expect(
      Object.values(fields).reduce((sum, each) => sum + each, 0),
      JSON.stringify(fields),
    ).toBeLessThanOrEqual(30);
  });
});
