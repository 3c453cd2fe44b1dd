import type { PageAudit } from './audit.ts';

/** axe-core's rule document-title. */
export const documentTitle: PageAudit = {
  id: 'document-title',
  title: 'The document has a title',
  weight: 1,
  check({ title }) {
    if (title === null) return { status: 'fail', explanation: 'There is no <title> element.' };
    return title.trim() === '' ? { status: 'fail', explanation: 'The <title> element is empty.' } : { status: 'pass' };
  },
};
