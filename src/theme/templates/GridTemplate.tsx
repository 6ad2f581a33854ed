import type { GridTemplateProps } from "@rjsf/utils";

/** A row of columns, or one of its columns (`className` says how wide). */
export function GridTemplate({ children, column, className, ...rest }: GridTemplateProps) {
  return (
    <div className={[column ? "pb-grid-column" : "pb-grid", className].filter(Boolean).join(" ")} {...rest}>
      {children}
    </div>
  );
}
