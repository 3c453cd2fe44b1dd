import { expect, test } from '@jest/globals';
import { issueChanges } from '../../../../functions/back-office/page/src/domain/site/issue-categories.ts';
import type { SiteAnswer } from '../../../../functions/core/record/site-schema.ts';
import { sampleSite } from '../../../browser/support/sample-site.ts';

const site = sampleSite('measured.example');
const past = [{ id: 'redirect-link', severity: 'warning' as const, title: 'Internal links to redirects' }];
const idsOf = (changes: ReturnType<typeof issueChanges>) =>
  Object.fromEntries(Object.entries(changes!).map(([group, issues]) => [group, issues.map(({ id }) => id)]));

test('issues are compared with those of the crawl before', () => {
  expect(idsOf(issueChanges(site, past))).toEqual({
    new: ['title-missing'],
    more_pages: [],
    fewer_pages: ['broken-link'],
    fixed: ['redirect-link'],
  });
});

test('a stopped crawl, which the history does not contain, is compared with the last one in it', () => {
  const stopped: SiteAnswer = { ...site, finished_at: '2026-11-23T09:30:00.000Z', issues: [] };
  expect(idsOf(issueChanges(stopped, past)).fixed).toEqual([]);
  const all = site.issues!.map(({ id, severity, title }) => ({ id, severity, title }));
  expect(idsOf(issueChanges(stopped, all)).fixed).toEqual(site.issues!.map(({ id }) => id));
});

test('the first crawl is compared with nothing', () => {
  expect(issueChanges({ ...site, history: site.history!.slice(-1) }, past)).toBeNull();
  expect(issueChanges({ ...site, history: null }, past)).toBeNull();
});
