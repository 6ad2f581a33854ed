/** Tests which text of a scenario's line a page must contain, and what it must show beside it. */
import { describe, expect, it } from "vitest";
import { parseLine } from "../../src/cli/browser/beside-texts.js";

describe("parseLine", () => {
  it("has the text, and the keywords in brackets after it", () => {
    expect(parseLine("Balance [align end, narrow hidden]")).toEqual({
      text: "Balance",
      beside: [
        ["align", "end"],
        ["narrow", "hidden"],
      ],
    });
    expect(parseLine("FDIC insurance [percent over 100]").beside).toEqual([["percent", "over 100"]]);
  });

  it("leaves the value of a field out", () => {
    expect(parseLine("Email [widget email, autocomplete username]: dana@example.com")).toEqual({
      text: "Email",
      beside: [
        ["widget", "email"],
        ["autocomplete", "username"],
      ],
    });
  });

  it("has no text where nothing is before the brackets", () => {
    expect(parseLine("[layout card]")).toEqual({ text: "", beside: [["layout", "card"]] });
  });

  it("keeps any other line as it is", () => {
    for (const text of ["Log in", "City: Chicago", "Section [3]", "Two lines\nof a text", ""])
      expect(parseLine(text)).toEqual({ text, beside: [] });
  });
});
