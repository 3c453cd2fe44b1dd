import { displayWidth } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/**
 * In columns: Chinese, Japanese and Korean characters take two. A common lower bound of SEO crawlers.
 *
 * @see https://www.screamingfrog.co.uk/seo-spider/user-guide/configuration/
 */
const LEAST_COLUMNS = 30;

/** An indexable page whose title leaves much of its place in results empty. */
export const titleShort: Issue = {
  id: 'title-short',
  severity: 'notice',
  scope: 'page',
  title: 'The title is short',
  howToFix:
    'Say in the title what the page is about, in some 30 to 60 characters. Chinese, Japanese and Korean characters count twice.',
  learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
  find(site) {
    return indexablePages(site).filter(({ facts }) => isShort(facts.title ?? ''));
  },
};

function isShort(text: string): boolean {
  const columns = displayWidth(text);
  return columns > 0 && columns < LEAST_COLUMNS;
}
