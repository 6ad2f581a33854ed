/**
 * Exports `NoDescription`, the description template that renders nothing, for a form whose schema descriptions are meant
 * for developers and not for depositors.
 */
export const NoDescription = (): null => null;
