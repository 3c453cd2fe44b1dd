/** Words, and pairs of words in a row, of addresses that sign out or delete. */
const WORDS = new Set(['logout', 'logoff', 'signout', 'signoff', 'delete', 'remove']);
const PAIRS = new Set(['log out', 'log off', 'sign out', 'sign off']);

/**
 * Returns whether an address looks like one that ends the session or deletes something: a word of its path or query is for
 * signing out or deleting, in whatever case and with whatever separators (`/account/sign-out`, `?action=deleteItem`). A
 * crawl with credentials does not request it.
 *
 * @param url in normal form
 */
export function isUnsafeAddress(url: string): boolean {
  const { pathname, search } = new URL(url);
  const words = wordsOf(decoded(pathname + search));
  return words.some((word, index) => WORDS.has(word) || PAIRS.has(`${word} ${words[index + 1]}`));
}

/** Words are separated by whatever is no letter or digit, and by a capital letter after a small one. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Sequences that are no UTF-8 stay as they are. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
