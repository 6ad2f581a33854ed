/** Exports `svgIcon` for the modules of icons in the build (`blueprint-icons.ts`): the component of Blueprint's modules, with the paths of one grid. */
import { type IconName, SVGIconContainer, type SVGIconProps } from "@blueprintjs/icons";
import { forwardRef } from "react";

const GRID = { viewBox: "0 0 20 20" };

/** An icon by its paths on the grid of 20 pixels. A smaller one is scaled: a second grid would add 5 kB to every first visit. */
export function svgIcon(iconName: IconName, paths: readonly string[]) {
  return forwardRef<Element, SVGIconProps>((props, ref) => (
    <SVGIconContainer iconName={iconName} ref={ref} {...props} svgProps={{ ...GRID, ...props.svgProps }}>
      {paths.map((path) => (
        <path key={path} d={path} fillRule="evenodd" />
      ))}
    </SVGIconContainer>
  ));
}
