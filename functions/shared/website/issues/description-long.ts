import { displayWidth } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/**
 * In columns: Chinese, Japanese and Korean characters take two. Results cut off by width, at about as much; the same
 * bound as that of the check of single pages.
 */
const MOST_COLUMNS = 160;

/** An indexable page whose meta description results cut off. */
export const descriptionLong: Issue = {
  id: 'description-long',
  severity: 'notice',
  scope: 'page',
  title: 'The meta description is long',
  howToFix:
    'Shorten the meta description to some 160 characters, with what matters most at its beginning. Chinese, Japanese and Korean characters count twice.',
  learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
  find(site) {
    return indexablePages(site).filter(({ facts }) => displayWidth(facts.meta_description ?? '') > MOST_COLUMNS);
  },
};
