/** Exports the parser of the flow tool's arguments: `--name value`, `--flag`, and the rest by position. Others are wrong usage. */
import { nearest } from "../language/suggest.js";
import type { CommandHelp } from "./commands.js";
import { Usage } from "./io.js";

type Accepted = Pick<CommandHelp, "positional" | "options" | "flags">;
type Names<Part> = Part extends object ? keyof Part & string : never;

export interface Arguments<Help extends Accepted> {
  readonly options: Readonly<Partial<Record<Names<Help["options"]>, string>>>;
  readonly flags: ReadonlySet<Names<Help["flags"]>>;
  readonly rest: readonly string[];
}

/** Parses the arguments that a command's help documents. */
export function parseArguments<const Help extends Accepted>(args: readonly string[], help: Help): Arguments<Help> {
  const options: Partial<Record<Names<Help["options"]>, string>> = {};
  const flags = new Set<Names<Help["flags"]>>();
  const rest: string[] = [];
  const isOption = (name: string): name is Names<Help["options"]> => Object.hasOwn(help.options ?? {}, name);
  const isFlag = (name: string): name is Names<Help["flags"]> => Object.hasOwn(help.flags ?? {}, name);
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (!argument.startsWith("--")) {
      rest.push(argument);
      continue;
    }
    const [name = "", inline] = splitOnce(argument.slice(2));
    if (isFlag(name) && inline === undefined) flags.add(name);
    else if (isOption(name)) {
      const value = inline ?? args[(index += 1)];
      if (value === undefined) throw new Usage(`--${name} needs a value.`);
      if (options[name] !== undefined) throw new Usage(`--${name} is given twice.`);
      options[name] = value;
    } else throw new Usage(unknownOption(name, help));
  }
  const { positional = [] } = help;
  const most = positional.at(-1)?.includes("...") === true ? Number.POSITIVE_INFINITY : positional.length;
  if (rest.length > most) throw new Usage(`Unexpected argument ${rest[most] ?? ""}.`);
  return { options, flags, rest };
}

function unknownOption(name: string, { options, flags }: Accepted): string {
  const near = nearest(name, [...Object.keys(options ?? {}), ...Object.keys(flags ?? {})]);
  return `Unknown option --${name}${near === null ? "." : `; did you mean --${near}?`}`;
}

function splitOnce(text: string): readonly [string, string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
