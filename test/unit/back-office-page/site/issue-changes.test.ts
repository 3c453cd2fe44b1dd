import { describe, expect, test } from '@jest/globals';
import { healthChange, issueChanges } from '../../../../functions/back-office/page/src/domain/site/issue-categories.ts';
import type { SiteAnswer } from '../../../../functions/core/record/site-schema.ts';
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

test('a stopped crawl, which is not in the history, is compared with the last one in it', () => {
  const stopped: SiteAnswer = { ...site, finished_at: '2026-11-23T09:30:00.000Z', issues: [] };
  expect(idsOf(issueChanges(stopped, previousIssues)).fixed).toEqual([]);
  const all = site.issues!.map(({ id, severity, title }) => ({ id, severity, title }));
  expect(idsOf(issueChanges(stopped, all)).fixed).toEqual(site.issues!.map(({ id }) => id));
});

test('the first crawl has no comparison', () => {
  expect(issueChanges({ ...site, history: site.history!.slice(-1) }, previousIssues)).toBeNull();
  expect(issueChanges({ ...site, history: null }, previousIssues)).toBeNull();
});

describe('the change of the health', () => {
  const crawls = [80, 95].map((health, index) => ({
    ...site.history![0]!,
    ...{ finished_at: `2026-11-${15 + index}T09:00:00.000Z`, health },
  }));
  const valuesOf = (health: number | null, finished_at: string) => {
    const { change, line } = healthChange({ health, finished_at, history: crawls });
    return { change, line: line.map(({ value }) => value) };
  };

  test('of a complete crawl is the difference from the previous one', () => {
    expect(valuesOf(95, '2026-11-16T09:00:00.000Z')).toEqual({ change: 15, line: [80, 95] });
  });

  test('of a stopped crawl is the difference from the last complete one, and its line ends with the stopped one', () => {
    expect(valuesOf(90, '2026-11-17T09:00:00.000Z')).toEqual({ change: -5, line: [80, 95, 90] });
    expect(valuesOf(null, '2026-11-17T09:00:00.000Z')).toEqual({ change: 0, line: [] });
  });

  test('of the first crawl is zero', () => {
    const first = { health: 80, finished_at: '2026-11-15T09:00:00.000Z', history: null };
    expect(healthChange(first)).toEqual({ change: 0, line: [{ at: Date.parse(first.finished_at), value: 80 }] });
  });
});
