import type { PageAudit } from './audit.ts';

/**
 * The document has a meta description.
 *
 * Passes where the first one in the head has text. Fails where there is none, or it is empty.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/meta-description/
 */
export const metaDescription: PageAudit = {
  id: 'meta-description',
  title: 'The document has a meta description',
  failureTitle: 'The page has no meta description',
  weight: 1,
  check({ metas }) {
    const description = metas.get('description');
    if (description === undefined) return { status: 'fail', explanation: 'The head has no meta description.' };
    if (description.trim() === '') return { status: 'fail', explanation: 'The first meta description is empty.' };
    return { status: 'pass' };
  },
};
