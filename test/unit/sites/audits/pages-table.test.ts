import { expect, test } from '@jest/globals';
import { csvText } from '../../../../functions/core/platform/text/csv-text.ts';
import { pagesTable } from '../../../../functions/core/sites/audits/list-pages.ts';
import { siteRow } from '../../../support/site-audit.ts';

const answer = { domain: 'a.com', finished_at: null, limit: 1, count: 1, truncated: true, next_cursor: 'next' };

test('a table of pages has one cell for a list and an empty one for an unknown value', () => {
  const row = siteRow({ title: '=1+1', depth: null, indexable: false, issues: ['h1-missing', 'slow-page'] });
  const table = pagesTable({ ...answer, items: [row] });
  expect(table.nextCursor).toBe('next');
  expect(csvText(table).split('\r\n')[1]).toBe(
    `https://a.com/,200,,,,false,,true,100,'=1+1,1,About a,7,A,,,en,300,c0ffee,text/html,2000,80,1,1,0,100,h1-missing; slow-page`,
  );
});
