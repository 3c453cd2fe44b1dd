import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  endOf,
  followsLinks,
  incompleteText,
  notComparedText,
  scopeText,
} from '../../../functions/back-office/page/src/domain/site/crawl-words.ts';
import {
  CATEGORIES,
  categoryOf,
  healthChange,
  issueChanges,
  previousCrawl,
} from '../../../functions/back-office/page/src/domain/site/issue-categories.ts';
import {
  orders,
  queryOf,
  selectionOf,
  statuses,
} from '../../../functions/back-office/page/src/domain/site/pages-selection.ts';
import { isNothingRead } from '../../../functions/core/site-reports/nothing-read.ts';
import { issueWords, reasonText } from '../../../functions/back-office/page/src/language/issue-texts.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import chinese from '../../../functions/back-office/page/src/language/zh.ts';
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { ITEM_REASONS } from '../../../functions/core/analysis/rules/item-reasons.ts';
import issueTexts from '../../../functions/core/site-reports/issues/issues.zh.json' with { type: 'json' };
import type { SiteCrawl } from '../../../functions/core/record/site-schema.ts';
import { rowStates } from '../../../functions/core/site-reports/lists/sort-and-filter-rows.ts';
import { issueIds } from '../../../functions/core/site-reports/issues/ids.computed.ts';
import { ISSUES } from '../../../functions/core/site-reports/issues/index.ts';
import { shownScope, WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { sampleSite } from '../../browser/support/sample-site.ts';

const t = createTranslate(english, 'en');
const { scope: _, options, ...audit } = sampleSite('measured.example');
const scope = shownScope(WHOLE_SITE);
const crawl = { ...audit, scope, options, pages: 245 } as unknown as SiteCrawl;
const limited: Partial<SiteCrawl> = { complete: false, stop_reason: 'page_limit', pages: 90 };

test.each<[string, Partial<SiteCrawl['scope']>]>([
  ['Whole site', {}],
  ['Only /blog/, /shop/', { include: ['/blog/', '/shop/'] }],
  ['Without /*?sort= · At most 1 click from the home page', { exclude: ['/*?sort='], depth: 1 }],
  ['12 given addresses · 1 given sitemap', { urls_total: 12, sitemaps_total: 1 }],
])('a scope is described as %p', (text, differs) => expect(scopeText({ ...scope, ...differs }, t)).toBe(text));

test.each<[boolean, Partial<SiteCrawl['scope']>]>([
  [true, { include: ['/blog/'] }],
  [false, { urls_total: 1 }],
  [false, { sitemaps_total: 1 }],
])('whether a crawl follows links is %p for the scope %j', (follows, differs) =>
  expect(followsLinks({ ...scope, ...differs })).toBe(follows),
);

test('each end of a crawl has texts, and what to do', () => {
  const reasons = ['page_limit', 'allowance', 'cancelled', 'blocked', 'robots', 'unreachable', 'work_limit', null];
  for (const stop_reason of reasons as SiteCrawl['stop_reason'][]) {
    expect(t.has(`site.ends.${endOf({ complete: false, stop_reason })}`)).toBe(true);
    expect(incompleteText({ complete: false, stop_reason }, t)).toMatch(/\. .+\.$/);
  }
  expect(incompleteText({ complete: true, stop_reason: null }, t)).toBe('');
});

test.each<[text: string, crawl: Partial<SiteCrawl>, base: Partial<SiteCrawl>]>([
  ['Newer crawl: 90 of at least 145 pages were requested (Page limit reached).', limited, { pages: 145 }],
  ['Newer crawl: 90 pages were requested, not all (Page limit reached).', limited, { pages: 80 }],
  ['Earlier crawl: 90 of at least 145 pages were requested (Page limit reached).', { pages: 145 }, limited],
  ['The crawls have different scopes.', {}, { scope: { ...scope, depth: 1 } }],
  ['Only one of the crawls checked external links or resources.', {}, { options: { ...options, external: true } }],
  [english['site.compare.unread'], {}, { options: { ...options, rate: 5 } }],
])('occurrences are not compared because: %s', (text, newer, base) => {
  expect(notComparedText({ crawl: { ...crawl, ...newer }, base: { ...crawl, ...base } }, t)).toBe(text);
});

test.each([
  ['broken-link', 'links'],
  ['link-empty', 'links'],
  ['redirect-chain', 'responses'],
  ['redirect-link', 'links'],
  ['canonical-loop', 'indexability'],
  ['canonicalised-link', 'links'],
  ['robots-blocked-link', 'links'],
  ['noindex-by-header', 'indexability'],
  ['home-page-not-indexable', 'indexability'],
  ['robots-disallows-all', 'indexability'],
  ['indexability-lost', 'indexability'],
  ['title-duplicate', 'titles'],
  ['content-thin', 'content'],
  ['structured-data-invalid', 'structured_data'],
  ['hreflang-to-error', 'hreflang'],
  ['image-large', 'resources'],
  ['compression-missing', 'technical'],
  ['url-space', 'addresses'],
  ['of-a-later-version', 'technical'],
])('the category of %s is %s', (id, category) => expect(categoryOf(id)).toBe(category));

test('the issues have all categories, each with at most a quarter of them', () => {
  const byCategory = Map.groupBy(issueIds, categoryOf);
  expect([...byCategory.keys()].toSorted()).toEqual(CATEGORIES.toSorted());
  for (const ids of byCategory.values()) expect(ids.length).toBeLessThanOrEqual(issueIds.length / 4);
});

const site = sampleSite('measured.example');
const previousIssues = [{ id: 'redirect-link', severity: 'warning' as const, title: 'Internal links to redirects' }];

const idsOf = (changes: ReturnType<typeof issueChanges>) =>
  Object.fromEntries(Object.entries(changes!).map(([group, issues]) => [group, issues.map(({ id }) => id)]));

test('issues are compared with those of the previous crawl', () => {
  expect(idsOf(issueChanges(site, previousIssues))).toEqual({
    new: ['soft-404'],
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
  expect(idsOf(issueChanges({ ...site, issues: ofOptions }, previousIssues)).new).toEqual(['soft-404']);
});

test('a crawl without health and issues has read nothing', () => {
  const { finished_at } = site;
  expect(isNothingRead({ finished_at, health: null, issues: [] })).toBe(true);
  expect(isNothingRead({ finished_at, health: null, issues: null })).toBe(true);
  expect(isNothingRead({ finished_at, health: 100, issues: [] })).toBe(false);
  // Such as that the home page is not indexable, by robots.txt.
  expect(isNothingRead({ ...site, health: null })).toBe(false);
  expect(isNothingRead({ finished_at: null, health: null, issues: null })).toBe(false);
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

const HAN = /\p{Script=Han}/u;
const later = { id: 'later', title: 'Something is wrong', impact: 'It costs something.', how_to_fix: 'Mend it.' };

test.each(ISSUES)('$id has a title, an impact and an advice in Chinese', ({ id, title, impact, howToFix }) => {
  const sentence = expect.stringMatching(/\p{Script=Han}.*。$/u) as unknown;
  expect(issueWords({ id, title, impact, how_to_fix: howToFix }, issueTexts)).toEqual({
    title: expect.stringMatching(HAN) as unknown,
    impact: sentence,
    how_to_fix: sentence,
  });
});

test('titles of issues in Chinese are unique, and there are no texts of unknown issues', () => {
  const titles = Object.values(issueTexts).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(Object.keys(issueTexts)).toEqual(ISSUES.map(({ id }) => id));
});

test.each([
  ['in English', 'broken-link', {}],
  ['of a later version', 'later', issueTexts],
])('an issue %s has the texts of the answer', (_case, id, texts) => {
  const { title, impact, how_to_fix } = later;
  expect(issueWords({ ...later, id }, texts)).toEqual({ title, impact, how_to_fix });
});

test('a reason that is the value of an occurrence is in the language of the page', () => {
  const chineseTexts = createTranslate(chinese, 'zh');
  const values = Object.values(ITEM_REASONS);
  const shown = values.map((value) => reasonText(value, chineseTexts));
  expect(shown.filter((text, index) => text === null || text === values[index])).toEqual([]);
  expect(reasonText('It has no alt attribute', createTranslate(english, 'en'))).toBe('It has no alt attribute');
  expect([reasonText('Shoes', chineseTexts), reasonText(54, chineseTexts), reasonText(null, chineseTexts)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('an address without parameters selects all pages in the order of the crawl', () => {
  expect(queryOf(selectionOf(new URLSearchParams()))).toEqual({});
});

test('the parameters of an address are those of the API, without surrounding blanks', () => {
  const chosen = fc.record(
    {
      issue: fc.constantFrom('title-missing', 'hreflang-invalid'),
      status: fc.constantFrom(...statuses),
      state: fc.constantFrom(...rowStates),
      depth: fc.constantFrom('0', '3', 'none'),
      search: fc.constantFrom('shoes', ' shoes '),
      sort: fc.constantFrom(...orders),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(chosen, ({ search, sort, ...others }) => {
      const address = new URLSearchParams({
        ...others,
        ...(search && { search }),
        ...(sort && { sort }),
        tab: 'site.list',
      });
      expect(queryOf(selectionOf(address))).toEqual({
        ...others,
        ...(search && { search: search.trim() }),
        ...(sort && sort !== 'crawled' && { sort }),
      });
    }),
  );
});

test.each(['status=604', 'state=lost', 'depth=-1', 'depth=many', 'sort=fame', 'search=%20'])(
  'a parameter that the API would reject is omitted: %s',
  (address) => {
    expect(queryOf(selectionOf(new URLSearchParams(address)))).toEqual({});
  },
);
