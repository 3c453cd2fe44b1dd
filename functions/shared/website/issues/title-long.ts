import { displayWidth } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/**
 * In columns: Chinese, Japanese and Korean characters take two. Results cut off by width, at about as much; the same
 * bound as that of the check of single pages.
 */
const MOST_COLUMNS = 60;

/** An indexable page whose title results cut off. */
export const titleLong: Issue = {
  id: 'title-long',
  severity: 'notice',
  scope: 'page',
  title: 'The title is long',
  howToFix:
    'Shorten the title to some 60 characters, with what matters most at its beginning. What is longer is cut off in results. Chinese, Japanese and Korean characters count twice.',
  learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
  find(site) {
    return indexablePages(site).filter(({ facts }) => displayWidth(facts.title ?? '') > MOST_COLUMNS);
  },
};
