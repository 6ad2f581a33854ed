/** Tests every result of the identity check; the last four digits choose the result in the sandbox. */
import { describe, expect, it } from "vitest";
import { newApplicant, newSsn, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

describe("the identity check", () => {
  it.each([
    { last4: "0001", outcome: "refused", path: "/registration/hold-account", heading: "We couldn't open your account" },
    { last4: "0002", outcome: "in review", path: "/registration/reviewing-account", heading: "Reviewing your application" },
    { last4: "0003", outcome: "flagged", path: "/registration/additional-info", heading: "Additional Information Required" },
    { last4: "0004", outcome: "errored", path: "/registration/additional-info", heading: "Additional Information Required" },
    { last4: "0005", outcome: "known already", path: "/registration/duplicate-notification", heading: "You may already have an account" },
    { last4: "6789", outcome: "passed", path: "/registration/passed", heading: "You're verified" },
  ])("$outcome leads to $path", async ({ last4, path, heading }) => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: `identity-${last4}` });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await walk(visitor, newApplicant({ ssn: newSsn(last4) }), { until: path });
    await visitor.heading(heading).waitFor();
    await visitor.inspect();
    expect(
      await visitor.page.getByRole("main").getByRole("button").or(visitor.page.getByRole("main").getByRole("link")).count(),
    ).toBeGreaterThan(0);
  });
});
