/** Exports `svgIcon` for the modules of icons in the build (`blueprint-icons.ts`): the component that Blueprint's modules contain. */
import { type IconName, IconSize, SVGIconContainer, type SVGIconProps } from "@blueprintjs/icons";
import { forwardRef } from "react";

/** An icon by its paths on the grids of 16 and 20 pixels. */
export function svgIcon(iconName: IconName, small: readonly string[], large: readonly string[]) {
  return forwardRef<Element, SVGIconProps>((props, ref) => (
    <SVGIconContainer iconName={iconName} ref={ref} {...props}>
      {((props.size ?? IconSize.STANDARD) >= IconSize.LARGE ? large : small).map((path) => (
        <path key={path} d={path} fillRule="evenodd" />
      ))}
    </SVGIconContainer>
  ));
}
