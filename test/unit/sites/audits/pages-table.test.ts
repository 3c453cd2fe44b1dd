import { expect, test } from '@jest/globals';
import { csvText } from '../../../../functions/core/platform/text/csv-text.ts';
import { pagesTable } from '../../../../functions/core/sites/audits/list-pages.ts';
import { siteRow } from '../../../support/site-audit.ts';

const crawl = { domain: 'a.com', crawl_id: null, complete: null, stop_reason: null, finished_at: null };
const answer = { ...crawl, limit: 1, count: 1, truncated: true, next_cursor: 'next' };

test('a table of pages has one cell for a list and an empty one for an unknown value', () => {
  const row = siteRow({
    title: '=1+1',
    depth: null,
    indexable: null,
    reason: 'unknown',
    issues: ['h1-missing', 'slow-page'],
  });
  const table = pagesTable({ ...answer, items: [row] });
  expect(table.nextCursor).toBe('next');
  expect(csvText(table).split('\r\n')[1]).toBe(
    `https://a.com/,200,,,,,unknown,,true,100,'=1+1,1,About a,7,A,,,,en,300,c0ffee,text/html,2000,80,1,1,0,100,h1-missing; slow-page`,
  );
});
