/** Exports the suggestions at the field that the depositor of a scenario types into and stays in, for its session. */
import type { FormBlock } from "../language/blocks.js";
import type { Suggestions } from "../runtime/lookups.js";
import type { ShownSuggestions } from "./visible-content.js";

interface Typing {
  readonly form: FormBlock;
  readonly path: string;
  /** What the lookup has found; null before its answer. */
  shown: ShownSuggestions | null;
}

export class OpenSuggestions {
  readonly #onChange: () => void;
  #typing: Typing | null = null;

  /** `onChange` is called when other suggestions are shown. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The depositor has typed a text into a field with this lookup. An answer that is late is not shown. */
  search(form: FormBlock, path: string, lookup: string, answer: Promise<Suggestions>): void {
    const typing: Typing = { form, path, shown: null };
    this.#typing = typing;
    this.#onChange();
    void answer.then((suggestions) => {
      typing.shown = { lookup, suggestions };
      this.#onChange();
    });
  }

  /** The suggestions at a field; null where there are none. */
  at(form: FormBlock, path: string): ShownSuggestions | null {
    return this.#typing?.form === form && this.#typing.path === path ? this.#typing.shown : null;
  }

  /** Whether a field shows suggestions, or the text in place of them. */
  get areShown(): boolean {
    const shown = this.#typing?.shown ?? null;
    return shown !== null && ("message" in shown.suggestions || shown.suggestions.found.length > 0);
  }

  close(): void {
    if (this.#typing === null) return;
    this.#typing = null;
    this.#onChange();
  }
}
