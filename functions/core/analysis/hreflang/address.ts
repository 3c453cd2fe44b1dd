/** The record keeps so many characters of an address: a longer one may be cut off. */
const KEPT_CHARACTERS = 2000;

/**
 * An address of a page in the form in which two are compared: as the WHATWG URL standard writes it, without fragment, and
 * without a dot behind the host.
 *
 * @param written address as written
 * @param base what a relative address is relative to
 * @returns null where it is no http or https address of a page, has a name and password, or may be cut off
 */
export function pageAddress(written: string, base?: string): string | null {
  if (written.length >= KEPT_CHARACTERS || written.trim() === '') return null;
  const url = URL.parse(written, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.pathname === '/robots.txt') return null;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
}
