import type { PageAudit } from './audit.ts';

/**
 * The document has a title: axe-core's rule document-title.
 *
 * Passes with a `<title>` that has text. Fails where there is none, or it is empty.
 *
 * @see https://dequeuniversity.com/rules/axe/4.13/document-title
 */
export const documentTitle: PageAudit = {
  id: 'document-title',
  title: 'The document has a title',
  failureTitle: 'The page has no title',
  weight: 1,
  check({ title }) {
    if (title === null) return { status: 'fail', explanation: 'There is no <title> element.' };
    return title.trim() === '' ? { status: 'fail', explanation: 'The <title> element is empty.' } : { status: 'pass' };
  },
};
