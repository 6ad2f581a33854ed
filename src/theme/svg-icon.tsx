/** Exports `svgIcon` for the modules of icons in the build (`blueprint-icons.ts`): the component of Blueprint's modules, with the paths of one grid, and a size that grows with the text. */
import { type IconName, SVGIconContainer, type SVGIconProps } from "@blueprintjs/icons";
import { forwardRef } from "react";

const VIEW_BOX = "0 0 20 20";

/** A browser's default size of text, in pixels. */
const ROOT_PIXELS = 16;

/** An icon by its paths on the grid of 20 pixels. A smaller one is scaled: a second grid would add 5 kB to every first visit. */
export function svgIcon(iconName: IconName, paths: readonly string[]) {
  return forwardRef<Element, SVGIconProps>((props, ref) => {
    // Blueprint's size in pixels does not grow with enlarged text.
    const size = `${(props.size ?? ROOT_PIXELS) / ROOT_PIXELS}rem`;
    const drawing = { viewBox: VIEW_BOX, width: size, height: size };
    return (
      <SVGIconContainer iconName={iconName} ref={ref} {...props} svgProps={{ ...drawing, ...props.svgProps }}>
        {paths.map((path) => (
          <path key={path} d={path} fillRule="evenodd" />
        ))}
      </SVGIconContainer>
    );
  });
}
