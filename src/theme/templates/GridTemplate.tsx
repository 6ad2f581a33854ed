/** Exports `GridTemplate`: a row of columns, or one of its columns (`className` sets the width). */
import type { GridTemplateProps } from "@rjsf/utils";

export function GridTemplate({ children, column, className, ...rest }: GridTemplateProps) {
  return (
    <div className={[column ? "pb-grid-column" : "pb-grid", className].filter(Boolean).join(" ")} {...rest}>
      {children}
    </div>
  );
}
