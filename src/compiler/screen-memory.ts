/**
 * Exports `ScreenMemory`: the newest results of compiling each screen, with what they depend on and what they report, for
 * `compileParts`. An edit of a screen, a mutant and another brand leave most screens unchanged (verifying traces, as in
 * Mokhov, Mitchell and Peyton Jones, "Build Systems à la Carte", 2018).
 */
import type { Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Finding } from "../language/problems.js";
import type { SourceNode } from "../language/source.js";
import type { Linker, PlacedWaiver, ScreenEntry, UsedKind } from "./compile-context.js";
import { isSame, observe, type SameAnswers } from "./observed-names.js";

/** The reports of a stage to the linker, in order. */
type Report =
  | readonly ["finding", Origin, Finding]
  | readonly ["use", UsedKind, string]
  | readonly ["read", string, Origin]
  | readonly ["waivers", SourceNode, boolean]
  | readonly ["matched", SourceNode, boolean, number];

/** A compiled screen. */
interface Known<Result> {
  readonly screen: ScreenEntry;
  readonly result: Result;
  readonly compiled: readonly Report[];
  /** Null until all checks that it registered have run: without them, nothing is known of its findings. */
  later: { readonly reports: readonly Report[]; readonly isSameFor: (linker: Linker) => boolean } | null;
}

/** A brand with and without an edit, and another brand. */
const KEPT = 4;

export class ScreenMemory<Result> {
  readonly #known = new WeakMap<SourceNode, readonly Known<Result>[]>();

  /** The result of a screen; `make` compiles it with the linker that it receives. Both report the same to the linker. */
  of(screen: ScreenEntry, linker: Linker, make: (linker: Linker) => Result): Result {
    const all = this.#known.get(screen.node) ?? [];
    const known = all.find((one) => isSame(one.screen, screen) && one.later?.isSameFor(linker) === true);
    const first = known ?? recorded(screen, linker, make);
    if (known !== undefined) replay(known, linker);
    if (first !== all[0]) this.#known.set(screen.node, [first, ...all.filter((one) => one !== first)].slice(0, KEPT));
    return first.result;
  }
}

/** Compiles a screen and records what it reports, at once and in the later checks. */
function recorded<Result>(screen: ScreenEntry, linker: Linker, make: (linker: Linker) => Result): Known<Result> {
  const compiled: Report[] = [];
  const reports: Report[] = [];
  const forms = new Map<string, Json>();
  const observation = observe(linker.names);
  let current = compiled;
  /** The compilation itself, and the checks that it registered. */
  let running = 1;
  const ended = (): void => {
    running -= 1;
    if (running === 0) known.later = { reports, isSameFor: sameFor(linker, forms, observation.answers()) };
  };
  const observing: Linker = {
    ...linker,
    names: observation.names,
    formSchema: (name) => {
      const schema = linker.formSchema(name);
      forms.set(name, schema);
      return schema;
    },
    report: (at, finding) => {
      current.push(["finding", at, finding]);
      linker.report(at, finding);
    },
    use: (kind, name) => {
      current.push(["use", kind, name]);
      linker.use(kind, name);
    },
    read: (origin, at) => {
      current.push(["read", origin, at]);
      linker.read(origin, at);
    },
    waivers: (node, proof) => {
      current.push(["waivers", node, proof]);
      return linker.waivers(node, proof).map((waiver, index) => withMatches(waiver, () => current.push(["matched", node, proof, index])));
    },
    later: (look) => {
      running += 1;
      linker.later(() => {
        current = reports;
        look();
        ended();
      });
    },
  };
  const known: Known<Result> = { screen, result: make(observing), compiled, later: null };
  ended();
  return known;
}

/** The waiver, calling `matches` when it accepts a finding. */
function withMatches(waiver: PlacedWaiver, matches: () => void): PlacedWaiver {
  const { rule, at, stale } = waiver;
  return {
    rule,
    at,
    stale,
    get matched() {
      return waiver.matched;
    },
    set matched(isMatched) {
      if (isMatched) matches();
      waiver.matched = isMatched;
    },
  };
}

/** Whether another compilation has the same inputs of a screen, besides the screen's own node. */
function sameFor(
  { language, state, semantics, personal, brandNames, formats }: Linker,
  forms: ReadonlyMap<string, Json>,
  answers: SameAnswers,
): (linker: Linker) => boolean {
  return (other) =>
    other.language === language &&
    other.state === state &&
    other.semantics === semantics &&
    other.personal === personal &&
    other.brandNames === brandNames &&
    other.formats === formats &&
    answers(other.names) &&
    [...forms].every(([name, schema]) => isSame(schema, other.formSchema(name)));
}

function replay({ compiled, later }: Known<unknown>, linker: Linker): void {
  report(compiled, linker);
  linker.later(() => report(later?.reports ?? [], linker));
}

function report(reports: readonly Report[], linker: Linker): void {
  for (const one of reports) {
    if (one[0] === "finding") linker.report(one[1], one[2]);
    else if (one[0] === "use") linker.use(one[1], one[2]);
    else if (one[0] === "read") linker.read(one[1], one[2]);
    else if (one[0] === "waivers") linker.waivers(one[1], one[2]);
    else {
      const accepted = linker.waivers(one[1], one[2])[one[3]];
      if (accepted !== undefined) accepted.matched = true;
    }
  }
}
