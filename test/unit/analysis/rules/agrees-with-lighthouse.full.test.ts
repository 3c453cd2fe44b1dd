import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { SEO_AUDITS } from '../../../../functions/core/analysis/rules/audits.ts';
import { type AuditCase, auditCase, type WrittenCase } from '../../../support/audit-cases.ts';
import { readCases } from '../../../support/cases.ts';
import { askLighthouse, withoutNoscriptInHead } from '../../../support/lighthouse-oracle.ts';

/** @param html the page that Lighthouse receives */
async function compare({ served, robots, now, ...one }: AuditCase, html = one.html) {
  const { audit } = analysePage(served, robots, now);
  const { url, status, headers } = served;
  const answer = { url, status, headers: headers.filter(([name]) => name !== 'content-type') };
  const { statuses, score } = await askLighthouse({ ...answer, html, robots });
  expect(Object.fromEntries(audit.audits.map(({ id, status }) => [id, status]))).toEqual(statuses);
  expect(audit.score).toBe(score);
}

const pages = 'test/fixtures/pages/';

describe('all ten audits and the score equal those of Lighthouse and axe-core', () => {
  test.each(readdirSync(pages).filter((name) => name.endsWith('.html')))('%s', async (name) => {
    const html = readFileSync(pages + name, 'utf8');
    const shown = name === 'head-noscript.html' ? withoutNoscriptInHead(html) : html;
    await compare(auditCase({ html, verdict: { status: 'pass' } }), shown);
  });

  const cases = SEO_AUDITS.flatMap(({ id }) =>
    readCases<WrittenCase[]>(`audits/${id}`).map((one) => ({ id, ...auditCase(one) })),
  );
  test.each(cases.filter(({ isCompared }) => isCompared))('$id: $name', (one) => compare(one));
});
