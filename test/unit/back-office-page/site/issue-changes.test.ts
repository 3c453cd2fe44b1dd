import { describe, expect, test } from '@jest/globals';
import {
  healthChange,
  issueChanges,
  previousCrawl,
} from '../../../../functions/back-office/page/src/domain/site/issue-categories.ts';
import { sampleSite } from '../../../browser/support/sample-site.ts';

const site = sampleSite('measured.example');
const previousIssues = [{ id: 'redirect-link', severity: 'warning' as const, title: 'Internal links to redirects' }];
const idsOf = (changes: ReturnType<typeof issueChanges>) =>
  Object.fromEntries(Object.entries(changes!).map(([group, issues]) => [group, issues.map(({ id }) => id)]));

test('issues are compared with those of the previous crawl', () => {
  expect(idsOf(issueChanges(site, previousIssues))).toEqual({
    new: ['title-missing'],
    more_pages: [],
    fewer_pages: ['broken-link'],
    fixed: ['redirect-link'],
  });
});

test('an incomplete crawl, and one of a part, have no comparison', () => {
  const history = site.history!.map((crawl) => ({ ...crawl, complete: crawl.crawl_id !== site.crawl_id }));
  expect(issueChanges({ ...site, complete: false, history }, previousIssues)).toBeNull();
  expect(issueChanges({ ...site, crawl_id: 'of-a-part' }, previousIssues)).toBeNull();
});

test('a crawl is not compared with an incomplete one', () => {
  const history = site.history!.map((crawl, index) => ({ ...crawl, complete: index !== 1 }));
  expect(previousCrawl({ ...site, history })).toEqual(history[0]);
  expect(previousCrawl({ ...site, history: history.slice(1) })).toBeNull();
});

test('issues that only some options of a crawl find are not compared', () => {
  const ofOptions = [
    ...site.issues!,
    { ...site.issues![0]!, id: 'external-broken' },
    { ...site.issues![0]!, id: 'image-large' },
  ];
  expect(idsOf(issueChanges({ ...site, issues: ofOptions }, previousIssues)).new).toEqual(['title-missing']);
});

test('the first crawl has no comparison', () => {
  expect(issueChanges({ ...site, history: site.history!.slice(-1) }, previousIssues)).toBeNull();
  expect(issueChanges({ ...site, history: null }, previousIssues)).toBeNull();
});

describe('the change of the health', () => {
  const crawls = [80, 95, 70].map((health, index) => ({
    ...site.history![0]!,
    ...{ crawl_id: `crawl-${index}`, complete: index < 2, finished_at: `2026-11-${15 + index}T09:00:00.000Z`, health },
  }));
  const valuesOf = (health: number | null, crawl_id: string) => {
    const { change, line } = healthChange({ health, crawl_id, history: crawls });
    return { change, line: line.map(({ value }) => value) };
  };

  test('of a complete crawl is the difference from the complete one before', () => {
    expect(valuesOf(95, 'crawl-1')).toEqual({ change: 15, line: [80, 95] });
  });

  test('of a crawl that is not complete, or of a part, is zero, without a line', () => {
    for (const id of ['crawl-2', 'of-a-part']) expect(valuesOf(70, id)).toEqual({ change: 0, line: [] });
  });

  test('of the first crawl is zero', () => {
    expect(valuesOf(80, 'crawl-0')).toEqual({ change: 0, line: [80] });
  });
});
