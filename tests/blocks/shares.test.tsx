/** Tests the `shares` block: alone, and in the body of a form, where it follows what is typed. */
import type { RJSFSchema } from "@rjsf/utils";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hundredthsOf } from "../../src/blocks/share-total.js";
import { compile } from "../../src/compiler/compile.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import { listForm, person } from "../support/list-form.js";
import { problemsOf, smallSource } from "../support/small-flows.js";
import { argument, renderBlock } from "./render-block.js";
import { Block, ordered, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const TOTAL = {
  text: "{state, select, over {Total {total}, {over} too much} left {Total {total}, {left} left} other {Total {total}}}",
  values: {
    state: { if: [{ var: "item.over" }, "over", { var: "item.left" }, "left", "whole"] },
    total: { percent: { var: "item.total" } },
    over: { percent: { var: "item.over" } },
    left: { percent: { var: "item.left" } },
  },
};
const PICTURE = {
  block: "shares",
  heading: "Who receives what",
  items: { var: "form.people" },
  item: { label: { var: "item.name" }, value: { var: "item.share" } },
  total: TOTAL,
};

const region = () => screen.getByRole("region", { name: "Who receives what" });
const legend = () =>
  within(region())
    .getAllByRole("listitem")
    .map((item) => item.textContent);
const total = () => within(region()).getByRole("status");

describe("shares", () => {
  const block = {
    block: "shares",
    heading: "Who receives what",
    items: { var: "people" },
    item: { label: argument("item.name"), value: { var: "item.share" } },
    total: argument("item.total"),
  };
  const people = ["33.33", "33.33", "33.34"].map((share, index) => ({ uuid: String(index), name: `Person ${index}`, share }));

  it("are a legend in words and a bar whose lengths are the shares", () => {
    renderBlock(block, { scope: { people } });
    expect(legend()).toEqual(["1Person 0 33.33%", "2Person 1 33.33%", "3Person 2 33.34%"]);
    expect(total()).toHaveTextContent("100.00");
    expect(total()).toHaveAttribute("data-whole");
    const bar = region().querySelector(".pb-shares-bar");
    expect(bar).toHaveAttribute("aria-hidden", "true");
    expect([...(bar?.children ?? [])].map((part) => (part as HTMLElement).style.flexGrow)).toEqual(["3333", "3333", "3334"]);
  });

  it("are hundredths of a percent, also while a number is being typed or has too many decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (share) => {
        expect(hundredthsOf((share / 100).toFixed(2))).toBe(share);
      }),
    );
    const typed = { "5.": 500, "33.333": 3333, "66.667": 6667, "0.005": 1, "99.999": 10_000 };
    for (const [text, share] of Object.entries(typed)) expect(hundredthsOf(text), text).toBe(share);
    for (const text of ["", ".", "-1", "1e2", "abc", null, 5]) expect(hundredthsOf(text), String(text)).toBe(0);
  });
});

describe("shares in the body of a form", () => {
  const FORM = "forms/people.json";
  const compiled = compile(smallSource(listForm({ block: { body: { items: { picture: PICTURE } } } })), "first");
  if (compiled.bundle === null) throw new Error(JSON.stringify(compiled.problems));
  const { bundle } = compiled;

  it("follow what is typed, and announce the total politely", async () => {
    const [block] = bundle.journeys.start?.screens.page?.body ?? [];
    render(
      <Block
        block={block as CompiledBlock}
        screen={screenFor({
          validators: { [FORM]: validatorsOf(bundle.forms[FORM]?.schema as RJSFSchema) },
          drafts: { [FORM]: { people: [person({ name: "Ada", share: "60" }), person({ name: "Bert", share: "30.5" })] } },
          scope: { auth: { email: null } },
        })}
      />,
    );
    const user = userEvent.setup();
    expect(legend()).toEqual(["1Ada 60.00%", "2Bert 30.50%"]);
    expect(total()).toHaveTextContent("Total 90.50%, 9.50% left");
    const share = within(screen.getByRole("group", { name: "Beneficiary 2" })).getByLabelText("Share in percent");
    await user.clear(share);
    await user.type(share, "40.01");
    // The focus is still in the field.
    await waitFor(() => expect(total()).toHaveTextContent("Total 100.01%, 0.01% too much"));
    expect(total()).not.toHaveAttribute("data-whole");
    await user.type(share, "{Backspace}0");
    await waitFor(() => expect(total()).toHaveTextContent(/^Total 100\.00%$/));
    expect(total()).toHaveAttribute("data-whole");
    expect(share).toHaveFocus();
  });

  it("follow a text that rjsf does not have yet", async () => {
    const schema = { $id: "forms/one.json", type: "object" as const, properties: { share: { type: "string" as const } } };
    const block = {
      key: "it",
      block: "form",
      submit: "save",
      submitLabel: "Continue",
      schemaId: schema.$id,
      schema,
      uiSchema: { share: { "ui:title": "Share" } },
      fields: ordered({ share: { label: "Share", errors: {} } }),
      body: [{ key: "echo", block: "text", markdown: [{ type: "paragraph", children: [{ type: "text", text: argument("form.share") }] }] }],
    } as unknown as CompiledBlock;
    render(<Block block={block} screen={screenFor({ validators: { [schema.$id]: validatorsOf(schema) } })} />);
    await userEvent.setup().type(screen.getByLabelText(/^Share/), "12");
    await screen.findByText("12", { selector: ".pb-form-body *" });
    expect(screen.getByLabelText(/^Share/)).toHaveFocus();
  });

  it("reject a form among the blocks", () => {
    const inner = { block: "group", layout: "card", body: { items: { inner: { block: "form" } } } };
    const refused = problemsOf(listForm({ block: { body: { items: { inner } } } })).map(({ message }) => message);
    expect(refused).toContainEqual(expect.stringMatching(/^"form" is none of /));
  });
});
