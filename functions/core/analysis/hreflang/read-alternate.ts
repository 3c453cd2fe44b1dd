import type { ServedPage } from '../../platform/network/served-page.ts';
import { readFacts } from '../analyse-page.ts';
import { isChallenge } from '../challenge.ts';
import { sniffCharset } from '../page/decode.ts';
import { headerLinks } from '../page/document-links.ts';
import { looksLikeHtml } from '../page/looks-like-html.ts';
import { truncate } from '../../platform/text/text.ts';
import { pageAddress } from './address.ts';
import type { AlternatePage } from './cluster.ts';

const MAX_LANG = 100;
const noop = () => {};

/** A page as it was served; whether it was cut off before its end. */
export interface ServedAlternate extends Pick<ServedPage, 'url' | 'headers' | 'body'> {
  isCutOff: boolean;
}

/**
 * Reads from an alternate what its cluster is judged by, in one pass and without running scripts.
 *
 * @param names addresses of the home page
 * @returns null where a firewall answered in the place of the site
 */
export function readAlternate(served: ServedAlternate, names: string[]): AlternatePage | null {
  const html = looksLikeHtml(served) ? served : { ...served, body: [] };
  const contentType = served.headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  let anchors = 0;
  const facts = readFacts(html, sniffCharset(html.body, contentType).name, {
    anchor: () => anchors++,
    image: noop,
    loader: noop,
  });
  const shown = { title: facts.title, word_count: facts.words, links: { total: anchors } };
  if (isChallenge(html, shown)) return null;
  const isNamed = [...facts.links, ...headerLinks(served.headers, served.url)]
    .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
    .some(({ href, hrefRaw }) => hrefRaw.trim() !== '' && names.includes(pageAddress(href ?? '') ?? ''));
  return { lang: facts.lang && truncate(facts.lang, MAX_LANG), returns: isNamed || (served.isCutOff ? null : false) };
}
