const SIBILANT = /(?:s|x|z|ch|sh)$/;
/** Of up to four letters, many are none: bus, gas, lens. */
const LOOKS_PLURAL = /^.{3,}[^s]s$/;
const CONSONANT_Y = /[^aeiou]y$/;

/**
 * The regular other number of an English word: postings of version 0.1 are under literal words alone, so these words
 * lead to inflections among them.
 *
 * @returns words that may not exist
 */
export function englishForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  return LOOKS_PLURAL.test(word) ? singulars(word) : [plural(word), ...singulars(word)];
}

function plural(word: string): string {
  if (CONSONANT_Y.test(word)) return `${word.slice(0, -1)}ies`;
  return SIBILANT.test(word) ? `${word}es` : `${word}s`;
}

function singulars(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.endsWith('es') && SIBILANT.test(word.slice(0, -2))) return [word.slice(0, -2), word.slice(0, -1)];
  return word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : [];
}
