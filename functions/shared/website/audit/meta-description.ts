import type { PageAudit } from './audit.ts';

export const metaDescription: PageAudit = {
  id: 'meta-description',
  title: 'The document has a meta description',
  weight: 1,
  check({ metas }) {
    const description = metas.get('description');
    if (description === undefined) return { status: 'fail', explanation: 'The head has no meta description.' };
    if (description.trim() === '') return { status: 'fail', explanation: 'The first meta description is empty.' };
    return { status: 'pass' };
  },
};
