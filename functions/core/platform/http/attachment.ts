import { withoutEnd, withoutStart } from '../text/trim.ts';

/** Most characters of a file's name, without its extension. */
const LONGEST = 100;

/**
 * `Content-Disposition` of an answer that is to be stored as a file (RFC 6266).
 *
 * @param words what was asked for; letters, digits, `.`, `_` and `-` of them make the file's name. The first one consists
 *   of these in ASCII, so that there always is a name
 * @param extension without its dot
 */
export function attachment(words: readonly (string | null | undefined)[], extension: string): string {
  const ascii = `${fileName(words, /[^\w.]+/)}.${extension}`;
  const unicode = `${fileName(words, /[^\p{L}\p{N}\p{M}_.]+/u)}.${extension}`;
  const plain = `attachment; filename="${ascii}"`;
  // Programs that do not know it take the other one (RFC 6266, 4.3).
  return unicode === ascii ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(unicode)}`;
}

function fileName(words: readonly (string | null | undefined)[], others: RegExp): string {
  const parts = words
    .flatMap((word) => (word ?? '').split(others))
    .map((part) => withoutStart(withoutEnd(part, '.'), '.'));
  const name = parts
    .filter(Boolean)
    .join('-')
    .replace(/\.{2,}/g, '.');
  return Array.from(name).slice(0, LONGEST).join('').replace(/\.$/, '');
}
