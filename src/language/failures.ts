/** Exports the errors that the engine throws: each names the error of a definition. */

/** An operator that is not in the closed list; it never counts as false. */
export class UnknownOperator extends Error {
  override readonly name = "UnknownOperator";
  constructor(readonly operator: string) {
    super(`Unknown json-logic operator "${operator}".`);
  }
}

/** An object with several keys, which is data, contains logic that would not be evaluated. */
export class LogicInData extends Error {
  override readonly name = "LogicInData";
  constructor(readonly keys: readonly string[]) {
    super(`An object with the keys ${keys.join(", ")} is inside json-logic; its values would not be evaluated.`);
  }
}

/** A formatting operator was evaluated where no formats are known, such as in a condition. */
export class FormatsMissing extends Error {
  override readonly name = "FormatsMissing";
  constructor() {
    super("A value that is formatted for display was evaluated without formats.");
  }
}

/** Redirects that return to an earlier path, or that never end. */
export class RedirectLoop extends Error {
  override readonly name = "RedirectLoop";
  constructor(readonly chain: readonly string[]) {
    super(`Redirect loop: ${chain.join(" -> ")}.`);
  }
}

/** The definition has no such name. `what`: its kind, such as "screen", "action", "query" or "slice". */
export class UnknownName extends Error {
  override readonly name = "UnknownName";
  constructor(
    readonly what: string,
    readonly missing: string,
  ) {
    super(`The flows have no ${what} "${missing}".`);
  }
}

/** An ordered list without a row that holds; the compiler asks for a last row without `when`. */
export class NoRowHolds extends Error {
  override readonly name = "NoRowHolds";
  constructor(readonly list: string) {
    super(`No row of ${list} holds.`);
  }
}

/** An outcome that neither the action nor the app handles. */
export class UnhandledOutcome extends Error {
  override readonly name = "UnhandledOutcome";
  constructor(
    readonly action: string,
    readonly outcome: string,
  ) {
    super(`The outcome ${outcome} of ${action} is not handled.`);
  }
}

/** A path to go to that is not a path of the flows (an address from outside is never followed). */
export class ForeignPath extends Error {
  override readonly name = "ForeignPath";
  constructor(readonly path: string) {
    super(`"${path}" is not a path of the flows.`);
  }
}

/** A value that an effect or a text does not accept. */
export class WrongValue extends Error {
  override readonly name = "WrongValue";
  constructor(
    readonly where: string,
    readonly wanted: string,
  ) {
    super(`${where} must be ${wanted}.`);
  }
}
