import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { SEO_AUDITS } from '../../../../functions/core/analysis/audit/index.ts';
import { CORPORA } from '../../../corpora/packages.ts';

/** File of the audit in the package of Lighthouse. */
function lighthouseFile(id: string): string {
  const folders = ['seo', 'accessibility'].map((category) => `${CORPORA}/lighthouse/core/audits/${category}`);
  return folders.map((folder) => `${folder}/${id}.js`).find((path) => existsSync(path))!;
}

test.each(SEO_AUDITS)('$id links the same rule as Lighthouse', ({ id, learnMore }) => {
  expect(readFileSync(lighthouseFile(id), 'utf8')).toContain(`(${learnMore})`);
});
