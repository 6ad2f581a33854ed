/** Tests of banners: the institution's own and the service notice (D34). */
import { describe, expect, it } from "vitest";
import { type FakeResponse, fakeUpstream } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const BANNER = { uuid: "b1", type: 1, message: "New statements are here." };

async function banners(service: FakeResponse): Promise<readonly { uuid: string; type: number; message: string }[]> {
  const upstream = fakeUpstream({ "GET /service": service, "GET /banner-alerts?active=true": { data: [BANNER] } });
  const { data, errors } = await new HttpClient(await openGateway(upstream)).graphql("{ banners { uuid type message } }");
  expect(errors).toBeUndefined();
  return data?.banners as Awaited<ReturnType<typeof banners>>;
}
const notice = (text: string | null): FakeResponse => ({ data: { available: true, notice: text } });

describe("banners", () => {
  it("start with the service notice as a warning, whose id depends on its text", async () => {
    const [first, ...rest] = await banners(notice("We are closed on Sunday from 2 to 4."));
    expect(first).toMatchObject({ type: 2, message: "We are closed on Sunday from 2 to 4." });
    expect(rest).toEqual([BANNER]);
    expect((await banners(notice("We are closed on Sunday from 2 to 4.")))[0]?.uuid).toBe(first?.uuid);
    expect((await banners(notice("We are closed on Monday.")))[0]?.uuid).not.toBe(first?.uuid);
  });

  it.each([
    ["no notice", notice(null)],
    ["an empty notice", notice("")],
    ["an upstream without the call", { status: 404, code: "not_found" }],
    ["an upstream that fails", { status: 500 }],
  ])("are only the institution's own with %s", async (_what, service) => {
    expect(await banners(service)).toEqual([BANNER]);
  });
});
