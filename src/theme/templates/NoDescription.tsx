/**
 * Draws nothing in the place of a description. A schema's own descriptions are for those who write it; a form whose
 * words come from elsewhere takes this template in place of the theme's.
 */
export const NoDescription = (): null => null;
