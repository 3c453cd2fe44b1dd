import type { Issue } from './issue.ts';
import { duplicates } from './parts/duplicates.ts';

/** Another indexable page has the same title. */
export const titleDuplicate: Issue = {
  id: 'title-duplicate',
  severity: 'warning',
  scope: 'site',
  title: 'The title is used by several pages',
  howToFix: 'Give each page a title of its own. If the pages are versions of one, name the canonical one.',
  learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
  find(site) {
    return duplicates(site, 'title').flat();
  },
};
