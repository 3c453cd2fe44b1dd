import { expect, test } from '@jest/globals';
import { compareCrawls } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import {
  MAX_LISTED,
  numberOf,
  OccurrencesByIssue,
} from '../../../../functions/core/site-reports/compare/occurrences.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { withIssues } from '../../../support/compared-rows.ts';
import { siteRow } from '../../../support/site-audit.ts';
import { issueRowOf } from '../../../support/site-evidence.ts';

const PAGE = 'https://a.com/';
const broken = Array.from({ length: MAX_LISTED + 2 }, (_, number) =>
  issueRowOf({ url: PAGE, target: `${PAGE}${number}` }),
);
const page = siteRow({ url: PAGE });
const crawl = {
  ...{ domain: 'a.com', scope: WHOLE_SITE, isComplete: true, unread: [], checked: () => true },
  rows: [page],
};

test('a comparison counts all occurrences, and has the first ones in memory', async () => {
  const [having, lacking] = [withIssues(crawl, broken), withIssues(crawl, [])];
  const { added } = await compareCrawls(having, lacking);
  const { fixed } = await compareCrawls(lacking, having);
  const { persisting } = await compareCrawls(having, having);
  for (const found of [added, fixed, persisting]) {
    expect([numberOf(found), found.rows]).toEqual([MAX_LISTED + 2, broken.slice(0, MAX_LISTED)]);
  }
});

test('occurrences of several issues are listed in the order of the issues, in whatever order they are found', () => {
  const titles = [issueRowOf({ issue: 'title-missing' }), issueRowOf({ issue: 'title-missing', url: `${PAGE}b` })];
  const found = new OccurrencesByIssue(['broken-link', 'title-missing']);
  for (const row of titles) found.add(row);
  found.trim();
  for (const row of broken.slice(0, MAX_LISTED - 1)) found.add(row);
  found.trim();
  const all = found.all();
  expect(all.rows).toEqual([...broken.slice(0, MAX_LISTED - 1), titles[0]]);
  expect(all.counts.map(({ issue, count }) => [issue, count])).toEqual([
    ['broken-link', MAX_LISTED - 1],
    ['title-missing', 2],
  ]);
});
