import { truncate } from '../../platform/text/text.ts';
import type { CrawledAnchor } from '../../record/crawled-page.ts';

/** Maximum length of an element, in characters. */
const MAX_ELEMENT = 300;

/** Returns the opening tag and the text of a link. */
export function elementOf({ tag, text }: CrawledAnchor): string {
  return truncate(`${tag}${text}`, MAX_ELEMENT);
}
