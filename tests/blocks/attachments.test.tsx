/** Tests attached files of a form: the check, the form data, and that drafts do not contain them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RJSFSchema } from "@rjsf/utils";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { Block, ordered, type Raised, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const attachments = JSON.parse(readFileSync(join(process.cwd(), "schemas/attachments.json"), "utf8")) as RJSFSchema;
const { $id: _id, $schema: _schema, ...inlined } = attachments;
const schema: RJSFSchema = { $id: "forms/files.json", type: "object", properties: { body: { type: "string" }, attachments: inlined } };
const validators = { "forms/files.json": validatorsOf(schema) };

const block: CompiledBlock = {
  key: "form",
  block: "form",
  schemaId: "forms/files.json",
  schema: schema as Json,
  uiSchema: {
    body: { "ui:title": "Message" },
    attachments: { "ui:title": "Files", "ui:help": "Up to 5.", "ui:widget": "attachments" },
    "ui:order": ["body", "attachments"],
  },
  fields: ordered({
    body: { label: "Message", secret: false, errors: {} },
    attachments: { label: "Files", secret: true, errors: {} },
  }) as unknown as Json,
  submit: "send",
  submitLabel: "Send",
};

const fieldsAsking = (words: string) =>
  ordered({
    body: { label: "Message", secret: false, errors: {} },
    attachments: { label: "Files", secret: true, errors: { required: words, minItems: words } },
  }) as unknown as Json;

const PDF = "%PDF-1.7";
const pdf = (name: string) => new File([PDF], name, { type: "application/pdf" });

function renderForm(shown: CompiledBlock = block, validating = validators) {
  const raised: Raised[] = [];
  const drafts: Json[] = [];
  const held: File[] = [];
  const handle = screenFor({
    validators: validating,
    onRaise: (each) => void raised.push(each),
    onDraft: (_, data) => void drafts.push(data),
  });
  const addFile = (file: File) => `file-${held.push(file)}`;
  render(<Block block={shown} screen={{ ...handle, addFile }} />);
  return { raised, drafts, held, user: userEvent.setup({ applyAccept: false }), input: screen.getByLabelText<HTMLInputElement>(/Files/) };
}

const names = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

describe("attachments", () => {
  it("are in the form data with their true type, and sent with it", async () => {
    const { user, input, raised, held, drafts } = renderForm();
    await user.upload(input, [pdf("lease.pdf"), new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], "me.pdf", { type: "application/pdf" })]);
    await waitFor(() => expect(names()).toHaveLength(2));
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(raised).toHaveLength(1));
    expect(raised[0]?.form).toEqual({
      attachments: [
        { name: "lease.pdf", type: "application/pdf", size: PDF.length, file: "file-1" },
        { name: "me.pdf", type: "image/jpeg", size: 4, file: "file-2" },
      ],
    });
    expect(held.map(({ name }) => name)).toEqual(["lease.pdf", "me.pdf"]);
    expect(JSON.stringify(drafts)).not.toContain("lease");
  });

  it("that are required have an error message, and the list starts empty", async () => {
    const asked: RJSFSchema = {
      ...schema,
      properties: { ...schema.properties, attachments: { ...inlined, minItems: 1 } },
      required: ["attachments"],
    };
    const shown = { ...block, schema: asked as Json, fields: fieldsAsking("Add at least one file.") };
    const { user, raised } = renderForm(shown, { "forms/files.json": validatorsOf(asked) });
    expect(names()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect((await screen.findAllByText("Add at least one file.")).length).toBeGreaterThan(0);
    expect(raised).toEqual([]);
  });

  it("are rejected at once, each with its reason, for a wrong type, size or number", async () => {
    const { user, input } = renderForm();
    const large = pdf("large.pdf");
    Object.defineProperty(large, "size", { value: 10 * 1024 * 1024 + 1 });
    await user.upload(input, [new File(["MZ"], "virus.pdf"), large]);
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent(
        /“virus\.pdf” because we accept PDF.*“large\.pdf” because it.s larger than 10 MB/,
      ),
    );
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/virus\.pdf/);
    await user.upload(
      input,
      Array.from({ length: 6 }, (_, index) => pdf(`${index}.pdf`)),
    );
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/“5\.pdf” because you can add up to 5 files/));
    expect(screen.getByText("5 files attached")).toBeInTheDocument();
  });

  it("are rejected when they are in the list already, and other files of the same name are not", async () => {
    const { user, input, held } = renderForm();
    const lease = pdf("lease.pdf");
    await user.upload(input, [lease]);
    await user.upload(input, [lease]);
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("You've already added “lease.pdf.”"));
    const other = new File([`${PDF} `], "lease.pdf");
    const changed = new File([PDF], "lease.pdf", { lastModified: 0 });
    await user.upload(input, [other, changed]);
    await waitFor(() => expect(screen.getByText("3 files attached")).toBeInTheDocument());
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    expect(held).toEqual([lease, other, changed]);
  });

  it("can be added again after they were removed", async () => {
    const { user, input } = renderForm();
    const lease = pdf("lease.pdf");
    await user.upload(input, [lease]);
    await user.click(await screen.findByRole("button", { name: "Remove lease.pdf" }));
    await user.upload(input, [lease]);
    await screen.findByRole("button", { name: "Remove lease.pdf" });
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });

  it("can be removed, and the focus stays in the field", async () => {
    const { user, input } = renderForm();
    await user.upload(input, [pdf("lease.pdf")]);
    await user.click(await screen.findByRole("button", { name: "Remove lease.pdf" }));
    expect(names()).toEqual([]);
    expect(input).toHaveFocus();
  });
});
