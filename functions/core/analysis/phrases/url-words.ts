import { domainToUnicode } from 'node:url';
import { normaliseKeyword } from '../words/normalise.ts';
import { isUnspaced, wordsOf } from '../words/words.ts';

/**
 * Reads the words in host and path of a URL: punycode and percent signs decoded.
 *
 * @returns tests whether they contain all words of a phrase, or several written as one
 *   ("runningshoes.example")
 */
export function urlWords(url: string): (phrase: readonly string[]) => boolean {
  const address = URL.parse(url);
  const host = domainToUnicode(address?.hostname ?? '').replace(/^www\./, '');
  const text = normaliseKeyword(`${host} ${decoded(address?.pathname ?? '')}`.replace(/[._/-]+/g, ' '));
  const words = new Set(wordsOf(text));
  const stands = (word: string) => words.has(word) || (text.includes(word) && isUnspaced(word));
  return (phrase) => phrase.every(stands) || (phrase.length > 1 && text.includes(phrase.join('')));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
