/** In a drawing, in place of a number that is not known. Elsewhere, `Missing` also states why. */
export const NOTHING = '–';
