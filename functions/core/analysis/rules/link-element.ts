import { truncate } from '../../platform/text/text.ts';
import type { CrawledAnchor } from '../../record/crawled-page.ts';

/** Maximum length of an element, in characters. */
const MAX_ELEMENT = 300;

/** Returns the opening tag and the text of a link. */
export function elementOf({ tag, text }: CrawledAnchor): string {
  return truncate(`${tag}${text}`, MAX_ELEMENT);
}

/** Length of an opening tag, which ends with … if it is longer. */
const MAX_TAG = 200;

/**
 * Returns the opening tag and the text of a link as stored by {@link elementOf}. In opening tags, all values are in
 * double quotes.
 *
 * @returns `null`: it is not a link
 */
export function linkPartsOf(element: string | null): { tag: string; text: string } | null {
  if (element === null || !/^<a[ >]/.test(element)) return null;
  const whole = /^(?:[^">]|"[^"]*")*>/.exec(element)?.[0] ?? '';
  const isWhole = whole !== '' && whole.length <= MAX_TAG;
  if (!isWhole && element[MAX_TAG - 1] !== '…') return null;
  const tag = isWhole ? whole : element.slice(0, MAX_TAG);
  return { tag, text: element.slice(tag.length) };
}
