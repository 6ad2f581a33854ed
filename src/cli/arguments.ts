/** Arguments of the flow tool: `--name value`, `--flag`, and the rest by position. Unknown is wrong usage. */
import { Usage } from "./io.js";

export interface Arguments<Option extends string, Flag extends string> {
  readonly options: Readonly<Partial<Record<Option, string>>>;
  readonly flags: ReadonlySet<Flag>;
  readonly rest: readonly string[];
}

/** Parses arguments; `most` is how many may stand by position. */
export function parseArguments<Option extends string = never, Flag extends string = never>(
  args: readonly string[],
  known: { readonly options?: readonly Option[]; readonly flags?: readonly Flag[]; readonly most?: number },
): Arguments<Option, Flag> {
  const options: Partial<Record<Option, string>> = {};
  const flags = new Set<Flag>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (!argument.startsWith("--")) {
      rest.push(argument);
      continue;
    }
    const [name = "", inline] = splitOnce(argument.slice(2));
    const option = known.options?.find((one) => one === name);
    const flag = known.flags?.find((one) => one === name);
    if (flag !== undefined && inline === undefined) flags.add(flag);
    else if (option !== undefined) {
      const value = inline ?? args[(index += 1)];
      if (value === undefined) throw new Usage(`--${name} needs a value.`);
      options[option] = value;
    } else throw new Usage(`Unknown option ${argument}.`);
  }
  const most = known.most ?? 0;
  if (rest.length > most) throw new Usage(`Unexpected argument ${rest[most] ?? ""}.`);
  return { options, flags, rest };
}

function splitOnce(text: string): readonly [string, string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
