import { expect, test } from '@jest/globals';
import {
  endOf,
  incompleteText,
  notComparedText,
  scopeText,
} from '../../../../functions/back-office/page/src/domain/site/crawl-words.ts';
import { createTranslate } from '../../../../functions/back-office/page/src/language/messages.ts';
import english from '../../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import type { SiteCrawl } from '../../../../functions/core/record/site-schema.ts';
import { sampleCrawls } from '../../../browser/support/sample-crawls.ts';
import { sampleSite } from '../../../browser/support/sample-site.ts';

const t = createTranslate(english, 'en');
const [crawl] = sampleCrawls(sampleSite('measured.example')) as [SiteCrawl];
const { scope, options } = crawl;
const limited: Partial<SiteCrawl> = { complete: false, stop_reason: 'page_limit', pages: 90 };

test.each<[string, Partial<SiteCrawl['scope']>]>([
  ['Whole site', {}],
  ['Only /blog/, /shop/', { include: ['/blog/', '/shop/'] }],
  ['Without /*?sort= · At most 1 click from the home page', { exclude: ['/*?sort='], depth: 1 }],
  ['2 given addresses · 1 given sitemap', { urls: ['https://a.example/', 'https://b.example/'], sitemaps: ['s'] }],
])('a scope is described as %p', (text, differs) => expect(scopeText({ ...scope, ...differs }, t)).toBe(text));

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
