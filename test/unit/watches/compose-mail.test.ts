import { expect, test } from '@jest/globals';
import { MAX_TEXT_BYTES } from '../../../functions/core/deliveries/mail.ts';
import { issueTitles } from '../../../functions/core/site-reports/issues/titles.computed.ts';
import type { EventLanguage } from '../../../functions/core/watches/event-sentences.ts';
import { composeMail, type MailContent, type MailEvent } from '../../../functions/core/watches/mails/compose-mail.ts';

const URL = 'https://seo.test/back-office/';
const measured_at = '2026-11-20T08:00:00.000Z';
const dropped = (domain: string): MailEvent => ({
  ...{ domain, measured_at, condition: { on: 'drop', metric: 'seo_score', by: 10 } },
  ...{ name: 'seo_score', before: 100, after: 77 },
});
const broken = { issue: 'broken-link', url: 'https://shop.test/x', target: 'https://shop.test/y', status: 404 };
const newIssues = (domain: string, occurrences = [broken]): MailEvent => ({
  ...{ domain, measured_at, condition: { on: 'new_issues', severity: 'error' }, name: 'issues', before: null },
  after: { counts: { 'broken-link': 12, 'title-missing': 3 }, occurrences, more: 15 - occurrences.length },
});
const watch = { domains: ['shop.test', 'blog.test'], tag: null };
const compose = (events: MailEvent[], language: EventLanguage = 'en', more: Partial<MailContent> = {}) =>
  composeMail({ watch, events, ...more }, { language, issueTitles: issueTitles[language], workspaceUrl: URL });

test('a mail of several events has a paragraph for each domain, with links', () => {
  const { subject, text } = compose([dropped('shop.test'), dropped('blog.test'), newIssues('shop.test')]);
  expect(subject).toBe('3 events on 2 domains: shop.test, blog.test');
  expect(text).toBe(`3 events, reported by the watch of shop.test, blog.test.

shop.test
- SEO score dropped from 100 to 77
    Change: -23 (-23%)
    Nov 20, 2026, 8:00 AM UTC
- 15 new issues: 12 × Broken internal links (4xx or 5xx), 3 × Missing title tag
    Broken internal links (4xx or 5xx): https://shop.test/x → https://shop.test/y (HTTP 404)
    and 14 more
    Nov 20, 2026, 8:00 AM UTC
Open shop.test: https://seo.test/back-office/#/domains/shop.test
Issues of the site: https://seo.test/back-office/#/domains/shop.test?tab=site.issues

blog.test
- SEO score dropped from 100 to 77
    Change: -23 (-23%)
    Nov 20, 2026, 8:00 AM UTC
Open blog.test: https://seo.test/back-office/#/domains/blog.test

All watches and their events: https://seo.test/back-office/#/watches`);
});

test('a mail in Chinese has Chinese titles of issues', () => {
  const { subject, text, plainSubject } = compose([newIssues('shop.test')], 'zh');
  expect(subject).toBe('shop.test：新增 15 个问题：站内链接失效（4xx 或 5xx） ×12、缺少标题标签（title） ×3');
  expect(plainSubject).toBe('1 event on 1 domain');
  expect(text).toBe(`监控（shop.test、blog.test）报告了 1 个事件。

shop.test
- 新增 15 个问题：站内链接失效（4xx 或 5xx） ×12、缺少标题标签（title） ×3
    站内链接失效（4xx 或 5xx）：https://shop.test/x → https://shop.test/y（HTTP 404）
    另有 14 个
    2026年11月20日 08:00 UTC
打开 shop.test：https://seo.test/back-office/#/domains/shop.test
网站的问题：https://seo.test/back-office/#/domains/shop.test?tab=site.issues

全部监控及其事件：https://seo.test/back-office/#/watches`);
});

test.each<[string, MailEvent[], string, string]>([
  [
    'one event',
    [dropped('shop.test')],
    'shop.test: SEO score dropped from 100 to 77',
    'shop.test：SEO 得分从 100 降至 77',
  ],
  [
    'two of a domain',
    [dropped('shop.test'), newIssues('shop.test')],
    'shop.test, 2 events: SEO score dropped from 100 to 77, …',
    'shop.test，2 个事件：SEO 得分从 100 降至 77…',
  ],
  [
    'four domains',
    ['a.test', 'b.test', 'c.test', 'd.test'].map(dropped),
    '4 events on 4 domains: a.test, b.test, c.test…',
    '4 个域名的 4 个事件：a.test、b.test、c.test…',
  ],
])('the subject of %s names what happened', (_, events, inEnglish, inChinese) => {
  expect([compose(events).subject, compose(events, 'zh').subject]).toEqual([inEnglish, inChinese]);
});

test.each([
  ['a tag', { domains: null, tag: 'clients' }, 'all domains with the tag clients', '带有标签 clients 的全部域名'],
  ['many domains', { domains: ['a.test', 'b.test', 'c.test', 'd.test'], tag: null }, '4 domains', '4 个域名'],
])('a mail states that its watch is of %s', (_, of, inEnglish, inChinese) => {
  const introOf = (language: EventLanguage) =>
    compose([dropped('a.test')], language, { watch: of }).text.split('\n')[0];
  expect([introOf('en'), introOf('zh')]).toEqual([
    `1 event, reported by the watch of ${inEnglish}.`,
    `监控（${inChinese}）报告了 1 个事件。`,
  ]);
});

test('a test states that its events are examples', () => {
  const { subject, plainSubject, text } = compose([dropped('shop.test')], 'en', { isTest: true });
  expect(subject).toBe('Test: shop.test: SEO score dropped from 100 to 77');
  expect(plainSubject).toBe('Test: 1 event on 1 domain');
  expect(text).toContain('This is a test mail. Its events are examples that were not measured.');
});

test('a mail describes 20 events, and counts the others', () => {
  const { text } = compose(Array.from({ length: 23 }, (_, index) => dropped(`d${index}.test`)));
  expect(text.match(/SEO score dropped/g)).toHaveLength(20);
  expect(text).toContain('and 3 more events.');
});

test('a mail is smaller than SNS accepts, whatever the addresses', () => {
  const long = { ...broken, url: `https://shop.test/${'ü'.repeat(16_000)}` };
  const event = newIssues('shop.test', Array(10).fill(long) as (typeof broken)[]);
  const counts = Object.fromEntries(Object.keys(issueTitles.en).map((id) => [id, 1]));
  const events = Array<MailEvent>(23).fill({ ...event, after: { ...(event.after as object), counts } } as MailEvent);
  for (const language of ['en', 'zh'] as const) {
    const { text } = compose(events, language);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_TEXT_BYTES + 10_000);
    expect(text).toMatch(/ü…\n/);
  }
});
