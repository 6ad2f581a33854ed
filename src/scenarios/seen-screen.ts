/** Exports what the depositor of a scenario sees of the present screen, for its session: evaluated once until something changes. */
import type { BundleCore } from "../language/bundle.js";
import type { Language } from "../language/meta-schema.js";
import { type Scope, withNames } from "../language/predicate.js";
import { shownBranding } from "../runtime/frame.js";
import type { Runtime } from "../runtime/runtime.js";
import { type ScreenEvaluation, screenEvaluation } from "../runtime/screen-evaluation.js";
import type { ScreenView } from "../runtime/view.js";
import { type FormReader, type VisibleContent, visibleContent } from "./visible-content.js";

/** What the blocks of a screen read, and their evaluation. */
interface Shown {
  readonly read: Scope;
  readonly core: BundleCore;
  readonly scope: Scope;
  readonly evaluation: ScreenEvaluation;
}

export class SeenScreen {
  #shown: Shown | null = null;
  #seen: { readonly shown: Shown; readonly screen: ScreenView; readonly content: VisibleContent } | null = null;

  constructor(
    readonly language: Language,
    readonly runtime: () => Runtime,
  ) {}

  /** The last one serves while the scope of the runtime is the same. */
  shown(): Shown {
    const read = this.runtime().scope();
    const core = this.runtime().core.get();
    if (this.#shown === null || this.#shown.read !== read || this.#shown.core !== core) {
      const fetched = read.branding ?? null;
      const scope: Scope = fetched === null ? withNames(read, { branding: shownBranding(core, fetched) }) : read;
      this.#shown = { read, core, scope, evaluation: screenEvaluation(core, scope) };
    }
    return this.#shown;
  }

  /** The main heading. */
  heading({ content: { heading }, resolution: { title } }: ScreenView): string {
    return heading === undefined ? title : this.shown().evaluation.text(heading);
  }

  content(screen: ScreenView, forms: FormReader): VisibleContent {
    const shown = this.shown();
    if (this.#seen === null || this.#seen.shown !== shown || this.#seen.screen !== screen)
      this.#seen = { shown, screen, content: visibleContent(shown.core, this.language, screen.content, shown.scope, forms) };
    return this.#seen.content;
  }

  /** The depositor has typed or chosen something that no state has. */
  typed(): void {
    this.#seen = null;
  }
}
