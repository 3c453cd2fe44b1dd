/** What a cell has where there is nothing, or nothing is known. On a phone, such cells are left out. */
export const NOTHING = '–';
