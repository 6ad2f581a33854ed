/** Exports the `aside` block: a panel that the screen shows beside its other blocks, with an illustration of the brand. */
import { useId } from "react";
import type { AsideBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";

export function Aside({ block, screen }: BlockProps<AsideBlock>) {
  const id = useId();
  const { heading, markdown, picture, tone = "plain", body } = block;
  const art = picture === undefined ? null : screen.illustration(picture);
  return (
    <section className={`pb-aside pb-aside--${tone}`} aria-labelledby={id}>
      {art === null ? null : (
        // The element `art` of the brand's file takes the colors of the page.
        <svg className="pb-aside-picture" viewBox="0 0 160 120" aria-hidden="true">
          <use href={`${art}#art`} />
        </svg>
      )}
      <h2 id={id} className="pb-heading">
        {screen.text(heading)}
      </h2>
      {markdown === undefined ? null : <div className="pb-aside-text">{screen.prose(markdown)}</div>}
      {body === undefined ? null : screen.body(body)}
    </section>
  );
}
