/** Exports the texts of the development bar; only configurators read them. */
export const texts = {
  bar: "Development",
  brand: "Brand",
  preview: "Preview as",
  none: "nobody",
  signIn: "Sign in as",
  screen: "Screen",
  choose: "choose ...",
  problems: "The flows have problems; the last good ones are shown.",
  unreachable: (screen: string) => `No persona can see ${screen}.`,
  refused: (what: string, status: number) => `${what}: status ${status}`,
} as const;
