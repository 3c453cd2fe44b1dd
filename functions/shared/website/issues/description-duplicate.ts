import type { Issue } from './issue.ts';
import { duplicates } from './parts/duplicates.ts';

/** Another indexable page has the same meta description. */
export const descriptionDuplicate: Issue = {
  id: 'description-duplicate',
  severity: 'warning',
  scope: 'site',
  title: 'The meta description is used by several pages',
  howToFix: 'Describe each page in words of its own. If the pages are versions of one, name the canonical one.',
  learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
  find(site) {
    return duplicates(site, 'meta_description').flat();
  },
};
