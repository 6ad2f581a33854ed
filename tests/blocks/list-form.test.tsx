/** Tests a form with a list of fields from the flow to the gateway's input: compiled, filled in by keyboard, validated on both sides. */

import type { RJSFSchema } from "@rjsf/utils";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { formCheck } from "../../gateway/forms.js";
import { Invalid } from "../../gateway/upstream/errors.js";
import { compile } from "../../src/compiler/compile.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { listForm, person } from "../support/list-form.js";
import { smallSource } from "../support/small-flows.js";
import { Block, type Raised, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const compiled = compile(smallSource(listForm()), "first");
if (compiled.bundle === null) throw new Error(JSON.stringify(compiled.problems));
const { bundle } = compiled;
const FORM = "forms/people.json";
const validators = { [FORM]: validatorsOf(bundle.forms[FORM]?.schema as RJSFSchema) };

function draw(drafts: { readonly [form: string]: Json } = {}, email: string | null = null) {
  const raised: Raised[] = [];
  const kept: Json[] = [];
  const [block] = bundle.journeys.start?.screens.page?.body ?? [];
  render(
    <Block
      block={block as CompiledBlock}
      screen={screenFor({
        validators,
        drafts,
        scope: { auth: { email } },
        onRaise: (each) => void raised.push(each),
        onDraft: (_form, data) => void kept.push(data),
      })}
    />,
  );
  return { raised, kept, user: userEvent.setup() };
}

const add = () => screen.getByRole("button", { name: "Add a beneficiary" });
const submit = () => screen.getByRole("button", { name: "Continue" });
const group = (position: number) => within(screen.getByRole("group", { name: `Beneficiary ${position}` }));

async function fill(user: ReturnType<typeof userEvent.setup>, position: number, name: string, share: string) {
  await user.click(add());
  await user.keyboard(name);
  await user.selectOptions(group(position).getByLabelText("Relationship"), "Spouse");
  await user.type(group(position).getByLabelText("Share in percent"), share);
}

describe("a list of fields", () => {
  it("saves the text of an item that was typed just before the form leaves the page", async () => {
    const { kept, user } = draw();
    await fill(user, 1, "Ada", "33.33");
    await user.keyboard("3");
    cleanup();
    expect(kept.at(-1)).toMatchObject({ people: [{ share: "33.333" }] });
  });

  it("is filled in item by item, with the focus on the next field, and sent", async () => {
    const { raised, user } = draw();
    expect(screen.getByText("You haven't named anyone yet.")).toBeVisible();
    await fill(user, 1, "Ada", "33.33");
    await fill(user, 2, "Bert", "33.33");
    await fill(user, 3, "Carl", "33.34");
    expect(screen.queryByRole("button", { name: "Add a beneficiary" })).not.toBeInTheDocument();
    await user.click(submit());
    const people = [
      { name: "Ada", relation: "spouse", share: "33.33" },
      { name: "Bert", relation: "spouse", share: "33.33" },
      { name: "Carl", relation: "spouse", share: "33.34" },
    ];
    expect(raised).toEqual([{ action: "save", form: { people } }]);
  });

  it("moves the focus to the Add button when an item is removed", async () => {
    const { kept, user } = draw({ [FORM]: { people: [person(), person({ name: "Bert" })] } });
    await user.click(screen.getByRole("button", { name: "Remove beneficiary 1" }));
    expect(group(1).getByLabelText("Legal name")).toHaveValue("Bert");
    expect(add()).toHaveFocus();
    expect(kept.at(-1)).toEqual({ people: [person({ name: "Bert" })] });
  });

  it("evaluates a field's condition for each item, with the item's own data in the label", async () => {
    const { user } = draw({ [FORM]: { people: [person(), person({ name: "Bert" })] } });
    await user.selectOptions(group(2).getByLabelText("Relationship"), "Other");
    expect(await group(2).findByLabelText(/How do you know Bert\?/)).toBeVisible();
    expect(group(1).queryByLabelText(/How do you know/)).not.toBeInTheDocument();
  });

  it("keeps a draft of the items, less their secrets", async () => {
    const { kept, user } = draw({ [FORM]: { people: [person()] } });
    await user.type(group(1).getByLabelText(/Social Security number/), "521670042");
    await user.type(group(1).getByLabelText("Legal name"), " King");
    await user.tab();
    expect(kept.at(-1)).toEqual({ people: [person({ name: "Ada Byron King" })] });
  });

  it("names the item of an error in the summary, and links to its field", async () => {
    const { raised, user } = draw({ [FORM]: { people: [person(), { name: "Bert", share: "a lot" }] } });
    await user.click(submit());
    expect(raised).toEqual([]);
    const summary = screen.getByRole("region", { name: "Check 2 fields and try again" });
    const links = within(summary).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual([
      "Beneficiary 2: Choose the relationship.",
      "Beneficiary 2: Enter a share like 33.33.",
    ]);
    expect(group(2).getByLabelText("Share in percent")).toHaveAccessibleDescription("Enter a share like 33.33.");
    await user.click(links[1] as HTMLElement);
    expect(group(2).getByLabelText("Share in percent")).toHaveFocus();
  });

  it("shows at the list that it is empty", async () => {
    const { user } = draw();
    await user.click(submit());
    expect(screen.getByRole("group", { name: /Beneficiaries/ })).toHaveAccessibleDescription("Name at least one person.");
    await user.click(screen.getByRole("link", { name: "Name at least one person." }));
    expect(add()).toHaveFocus();
  });
});

describe("a check", () => {
  it("is shown at its field and in the summary, with the typed values, until it holds", async () => {
    const { raised, user } = draw({ [FORM]: { people: [person({ share: "33.33" }), person({ share: "66.66" })] } });
    await user.click(submit());
    expect(raised).toEqual([]);
    const message = "The shares add up to 99.99%. They must add up to 100%.";
    expect(screen.getByRole("group", { name: /Beneficiaries/ })).toHaveAccessibleDescription(message);
    expect(screen.getByRole("link", { name: message })).toBeVisible();
    const share = group(2).getByLabelText("Share in percent");
    await user.clear(share);
    await user.type(share, "66.67");
    await user.tab();
    await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
    await user.click(submit());
    expect(raised).toHaveLength(1);
  });

  it("is evaluated only when the fields that it reads are valid", async () => {
    const { user } = draw({ [FORM]: { people: [person({ share: "half" })] } });
    await user.click(submit());
    expect(screen.getByRole("region", { name: "Check 1 field and try again" })).toBeVisible();
    expect(screen.queryByText(/add up/)).not.toBeInTheDocument();
  });

  it("may read the state, and is shown at the item that fails it", async () => {
    const { raised, user } = draw(
      { [FORM]: { people: [person({ share: "50" }), person({ name: "me@first.example", share: "50" })] } },
      "me@first.example",
    );
    await user.click(submit());
    expect(raised).toEqual([]);
    expect(group(2).getByLabelText("Legal name")).toHaveAccessibleDescription("You can't be your own beneficiary.");
    expect(group(1).getByLabelText("Legal name")).toBeValid();
    expect(screen.getByRole("link", { name: "Beneficiary 2: You can't be your own beneficiary." })).toBeVisible();
  });
});

describe("the gateway", () => {
  const sent = (people: Json) => formCheck(validators, bundle.forms, bundle.core.formats)("people", { people });
  const refused = (people: Json) => {
    try {
      sent(people);
    } catch (error) {
      if (error instanceof Invalid) return error.errors;
      throw error;
    }
    return null;
  };

  it("accepts the data that the form sends, without separators", () => {
    expect(sent([person({ ssn: "521-67-0042" })])).toEqual({ people: [person({ ssn: "521670042" })] });
  });

  it("rejects an item that violates the schema, at its field", () => {
    expect(refused([person(), person({ name: "" })])).toEqual([{ path: "people.1.name", message: expect.any(String) }]);
  });

  it.each<[string, Json, readonly object[]]>([
    [
      "shares of less than all",
      [person({ share: "99.99" })],
      [{ path: "people", message: "The shares add up to 99.99%. They must add up to 100%." }],
    ],
    [
      "the same number twice, however it is typed",
      [person({ share: "50", ssn: "521-67-0042" }), person({ share: "50", ssn: "521670042" })],
      [{ path: "people", message: "Two people can't have the same Social Security number." }],
    ],
  ])("refuses %s", (_what, people, errors) => {
    expect(refused(people)).toEqual(errors);
  });
});
