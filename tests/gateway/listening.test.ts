/** Tests at which addresses the gateway listens. */
import { describe, expect, it } from "vitest";
import { listenEverywhere } from "../../gateway/serve-fetch.js";

/** An app that cannot listen at some addresses, for the given reason. */
function refusing(reasons: Readonly<Record<string, string>>) {
  const tried: string[] = [];
  const listen = async ({ host = "" }: { readonly host?: string } = {}): Promise<string> => {
    tried.push(host);
    const code = reasons[host];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return host;
  };
  return { tried, app: { listen } as Parameters<typeof listenEverywhere>[0] };
}

describe("the gateway", () => {
  it("listens at the addresses of IPv6, which are also those of IPv4", async () => {
    const { app, tried } = refusing({});
    await listenEverywhere(app, 3000);
    expect(tried).toEqual(["::"]);
  });

  it("listens at the addresses of IPv4 on a machine without IPv6", async () => {
    const { app, tried } = refusing({ "::": "EAFNOSUPPORT" });
    await listenEverywhere(app, 3000);
    expect(tried).toEqual(["::", "0.0.0.0"]);
  });

  it("names the variable of a port that is in use", async () => {
    const both = refusing({ "::": "EAFNOSUPPORT", "0.0.0.0": "EADDRINUSE" });
    for (const { app } of [refusing({ "::": "EADDRINUSE" }), both])
      await expect(listenEverywhere(app, 3000)).rejects.toThrow("port 3000 cannot be used (it is in use): set PORT to a free one");
    await expect(listenEverywhere(refusing({ "::": "EMFILE" }).app, 3000)).rejects.toThrow("EMFILE");
  });
});
