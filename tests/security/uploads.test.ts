/** Tests of the files of messages: their size, type, bytes, names and download (domain.md 5, line 34). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, type FilePart, SandboxFixture } from "../gateway/sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(300_000, "x")]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
const TEXTS = { subject: "My name", category: "identity", body: "It is misspelled." };

const describeFile = (file: string, name: string, type: string, size: number) => ({ file, name, type, size });
const form = (...attachments: ReturnType<typeof describeFile>[]) => ({
  form: { ...TEXTS, ...(attachments.length > 0 ? { attachments } : {}) },
});
const messages = (depositor: Depositor) => depositor.call<{ subject: string }[]>("Messages");

describe("5.34 a file of a message", () => {
  const TEN_MB = 10 * 1024 * 1024;
  const one = (type: string, size = 10) => form(describeFile("file-1", "paper.pdf", type, size));
  const refused: readonly (readonly [string, object, readonly FilePart[], RegExp])[] = [
    ["whose content does not match its declared type", one("application/pdf"), [["file-1", PNG]], /paper\.pdf.*isn't a PDF/],
    ["that is empty", one("application/pdf"), [["file-1", Buffer.alloc(0)]], /paper\.pdf.*isn't a PDF/],
    [
      "larger than 10 MB despite its declared size",
      one("application/pdf"),
      [["file-1", Buffer.concat([PDF, Buffer.alloc(TEN_MB)])]],
      /larger than 10 MB/,
    ],
    ["that the message does not declare", form(), [["file-1", PDF]], /couldn't read your files/],
    ["under another name", one("application/pdf"), [["file-9", PDF]], /couldn't read your files/],
    ["that is missing", one("application/pdf"), [], /didn't upload/],
    ["beyond the limit", form(), Array.from({ length: 6 }, (_, index): FilePart => [`file-${index}`, PNG]), /./],
  ];
  it.each(refused)("with a file %s is rejected at its field, and nothing is saved", async (_, variables, files, pattern) => {
    const ada = await fixture.signedInAs("new");
    const { refusal } = await ada.callWithFiles("SendMessage", variables, files);
    expect(refusal).toMatchObject({
      status: 422,
      code: "validation",
      errors: [{ path: "attachments", message: expect.stringMatching(pattern) }],
    });
    expect(await messages(ada)).toEqual([]);
  });

  it.each([
    ["a type that is not allowed", one("text/html")],
    ["a size of more than 10 MB", one("application/pdf", TEN_MB + 1)],
    ["six files", form(...Array.from({ length: 6 }, (_, index) => describeFile(`file-${index}`, "a.pdf", "application/pdf", 1)))],
  ])("that declares %s is rejected by its form, without an upstream call", async (_, variables) => {
    const ada = await fixture.signedInAs("new");
    expect(await ada.failure("SendMessage", variables)).toMatchObject({ status: 422, code: "validation" });
  });

  it("with files saves them under safe names", async () => {
    const ada = await fixture.signedInAs("view-only");
    const attachments = [
      describeFile("file-1", 'le"ase\r\n.exe', "application/pdf", PDF.length),
      describeFile("file-2", "../../id.png", "image/png", PNG.length),
    ];
    const result = await ada.callWithFiles("SendMessage", form(...attachments), [
      ["file-1", PDF],
      ["file-2", PNG],
    ]);
    expect(result).toMatchObject({ status: 200, data: { messages: [{ attachments: [{ name: "lease.pdf" }, { name: "id.png" }] }] } });
    const { data } = await ada.graphql("query Files { messages { attachments { name type size } } }");
    expect(data).toMatchObject({
      messages: [
        {
          attachments: [
            { name: "lease.pdf", type: "application/pdf", size: PDF.length },
            { name: "id.png", type: "image/png", size: PNG.length },
          ],
        },
      ],
    });
  });

  it("requires a sign-in and a CSRF token before its body is read", async () => {
    const ada = await fixture.signedInAs("new");
    const files: readonly FilePart[] = [["file-1", PDF]];
    expect(await ada.callWithFiles("SendMessage", one("application/pdf"), files, { "x-xsrf-token": "another" })).toMatchObject({
      status: 419,
    });
    await ada.call("Logout");
    expect(await ada.callWithFiles("SendMessage", one("application/pdf"), files)).toMatchObject({ status: 401, refusal: { status: 401 } });
  });
});

describe("5.34 a sent file", () => {
  const get = (depositor: Depositor, url: string) => depositor.request({ method: "GET", url });
  const result = async () => {
    const ada = await fixture.signedInAs("new");
    const attachments = [
      describeFile("file-1", "Résumé.pdf", "application/pdf", PDF.length),
      describeFile("file-2", "id.png", "image/png", PNG.length),
    ];
    await ada.callWithFiles("SendMessage", form(...attachments), [
      ["file-1", PDF],
      ["file-2", PNG],
    ]);
    const [message] = await ada.call<{ attachments: { href: string }[] }[]>("Messages");
    return { ada, hrefs: (message?.attachments ?? []).map(({ href }) => href) };
  };

  it("is downloaded unchanged, always as an attachment and without caching", async () => {
    const { ada, hrefs } = await result();
    const [pdf, png] = await Promise.all(hrefs.map((href) => get(ada, href)));
    expect([pdf?.statusCode, pdf?.rawPayload.equals(PDF), png?.rawPayload.equals(PNG)]).toEqual([200, true, true]);
    expect(png?.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="id.png"',
      "cache-control": "no-store",
    });
    expect(pdf?.headers["content-disposition"]).toBe(`attachment; filename="R_sum_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf`);
  });

  it("cannot be downloaded by another depositor or without a sign-in", async () => {
    const { ada, hrefs } = await result();
    const [href = ""] = hrefs;
    expect((await get(await fixture.signedInAs("new"), href)).statusCode).toBe(404);
    expect((await get(new Depositor(fixture), href)).statusCode).toBe(401);
    await fixture.fault({ path: "/x/messages/{uuid}/attachments/{attachment}", method: "GET", status: 500 });
    expect((await get(ada, href)).json()).toMatchObject({ code: "upstream_failed" });
  });
});
