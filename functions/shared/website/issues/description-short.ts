import { displayWidth } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/**
 * In columns: Chinese, Japanese and Korean characters take two. A common lower bound of SEO crawlers.
 *
 * @see https://www.screamingfrog.co.uk/seo-spider/user-guide/configuration/
 */
const LEAST_COLUMNS = 70;

/** An indexable page whose meta description leaves much of its place in results empty. */
export const descriptionShort: Issue = {
  id: 'description-short',
  severity: 'notice',
  scope: 'page',
  title: 'The meta description is short',
  howToFix:
    'Say in the meta description what visitors find on the page, in some 70 to 160 characters. Chinese, Japanese and Korean characters count twice.',
  learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
  find(site) {
    return indexablePages(site).filter(({ facts }) => isShort(facts.meta_description ?? ''));
  },
};

function isShort(text: string): boolean {
  const columns = displayWidth(text);
  return columns > 0 && columns < LEAST_COLUMNS;
}
