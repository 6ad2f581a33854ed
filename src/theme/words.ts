/**
 * What the theme itself says, where no flow has words for it: controls inside of fields, and the plain sentence for
 * an error that a field's `errors` do not name. Screens' own words stand in the flows.
 */
export const words = {
  optional: "optional",
  show: (label: string) => `Show ${label.toLowerCase()}`,
  hide: (label: string) => `Hide ${label.toLowerCase()}`,
  shortShow: "Show",
  shortHide: "Hide",
  clear: "Clear",
  choose: "Choose one",
  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  fileTooLarge: (name: string, most: string) => `“${name}” was not added: it is larger than ${most}.`,
  fileOfOtherKind: (name: string) => `“${name}” was not added: it is not a kind of file that we take, or it is damaged.`,
  tooManyFiles: (name: string, most: number) => `“${name}” was not added: you can add at most ${most} files.`,
  filesAttached: (count: number) => (count === 1 ? "1 file added" : `${count} files added`),
  addItem: "Add",
  copyItem: "Copy",
  moveUp: "Move up",
  moveDown: "Move down",
  removeItem: "Remove",
  submit: "Submit",
  entryEnding: (last: string) => `ending ${last}`,
  places: "Suggested addresses",
  placesFound: (count: number) => (count === 1 ? "1 address found" : `${count} addresses found`),
  placesFailed: "We couldn’t look up addresses. Please type yours in.",
  summary: (count: number) => (count === 1 ? "Please check one field" : `Please check ${count} fields`),
} as const;

/** An error as a plain sentence, by JSON Schema keyword. `limit` is the keyword's value where it has one. */
export const plainSentence = (label: string, keyword: string, limit: string | null): string => {
  switch (keyword) {
    case "required":
    case "minItems":
      return `Please fill in “${label}”.`;
    case "minLength":
      return limit === "1" || limit === null ? `Please fill in “${label}”.` : `“${label}” must be at least ${limit} characters long.`;
    case "maxLength":
      return `“${label}” can be at most ${limit} characters long.`;
    case "minimum":
    case "formatMinimum":
      return `“${label}” must be ${limit} or more.`;
    case "maximum":
    case "formatMaximum":
      return `“${label}” must be ${limit} or less.`;
    case "enum":
    case "oneOf":
    case "anyOf":
      return `Please choose one of the options of “${label}”.`;
    case "const":
      return `Please tick “${label}” to go on.`;
    default:
      return `Please check “${label}”: it isn’t in the form we expect.`;
  }
};
