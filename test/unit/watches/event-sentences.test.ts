import { describe, expect, test } from '@jest/globals';
import { TLS_FAILURES } from '../../../functions/core/platform/network/failures.ts';
import { changingNames, metricNames } from '../../../functions/core/record/history-values.ts';
import { issueTitles } from '../../../functions/core/site-reports/issues/titles.computed.ts';
import { createDescribeEvent, type DescribedEvent } from '../../../functions/core/watches/event-sentences.ts';
import { english } from '../../../functions/core/watches/event-texts-en.ts';
import { chinese } from '../../../functions/core/watches/event-texts-zh.ts';
import type { Text } from '../../../functions/core/watches/fill-text.ts';

const describeIn = {
  en: createDescribeEvent('en', issueTitles.en),
  zh: createDescribeEvent('zh', issueTitles.zh),
};
const event = (
  condition: DescribedEvent['condition'],
  name: string,
  before: unknown,
  after: unknown,
): DescribedEvent => ({ condition, name, before, after });

const broken = { issue: 'broken-link', url: 'https://a.example/x', target: 'https://a.example/y', status: 404 };
const counts = { 'h1-duplicate': 1, 'broken-link': 12, 'title-missing': 8, 'dead-end': 4 };

test.each<[DescribedEvent, en: string, details: string[], zh: string]>([
  [
    event({ on: 'drop' }, 'seo_score', 100, 77),
    'SEO score dropped from 100 to 77',
    ['Change: -23 (-23%)'],
    'SEO 得分从 100 降至 77',
  ],
  [
    event({ on: 'rise' }, 'organic_etv', 1_000, 1_250),
    'Estimated visits from search per month rose from 1,000 to 1,250',
    ['Change: +250 (+25%)'],
    '每月搜索访问估计从 1,000 升至 1,250',
  ],
  [
    event({ on: 'drop' }, 'lcp_p75_ms', 2_400, 3_000),
    'Largest Contentful Paint (LCP) worsened from 2.4 s to 3 s',
    ['Change: +0.6 s (+25%)'],
    '最大内容绘制（LCP）变差：从 2.4 s 到 3 s',
  ],
  [
    event({ on: 'rise' }, 'tranco_rank', 40_000, 30_000),
    'Tranco rank improved from 40,000 to 30,000',
    ['Change: -10,000 (-25%)'],
    'Tranco 排名改善：从 40,000 到 30,000',
  ],
  [
    event({ on: 'rise' }, 'site_pages', 0, 3),
    'Number of pages of the site rose from 0 to 3',
    [],
    '网站页面数从 0 升至 3',
  ],
  [
    event({ on: 'below', value: 50 }, 'seo_score', 60, 45),
    'SEO score is below 50: 45',
    ['Before: 60'],
    'SEO 得分低于 50：45',
  ],
  [
    event({ on: 'above', value: 399 }, 'http_status', 200, 1_404),
    'HTTP status is above 399: 1404',
    ['Before: 200'],
    'HTTP 状态高于 399：1404',
  ],
  [
    event({ on: 'changed' }, 'http_status', 200, 404),
    'HTTP status changed from 200 to 404',
    [],
    'HTTP 状态从 200 变为 404',
  ],
  [event({ on: 'changed' }, 'title', 'Tents', ''), 'Title changed', ['From “Tents” to none'], '标题已更改'],
  [
    event({ on: 'changed' }, 'expires_at', '2027-03-01T00:00:00Z', '2028-03-01T00:00:00Z'),
    'Expiry date of the registration changed',
    ['From March 1, 2027 to March 1, 2028'],
    '注册到期日已更改',
  ],
  [
    event({ on: 'changed' }, 'site_crawl', 'page_limit', 'complete'),
    'Coverage of the crawl changed',
    ['From up to its page limit to the complete site'],
    '抓取范围已变化',
  ],
  [event({ on: 'changed' }, 'content_hash', 'a', 'b'), 'Content of the home page changed', [], '首页内容已更改'],
  [
    event({ on: 'unreachable', snapshots: 2 }, 'site_status', 'timeout', 'timeout'),
    'Home page could not be reached: no response in time',
    ['2 consecutive snapshots without a usable response'],
    '首页无法访问：没有及时响应',
  ],
  [
    event({ on: 'unreachable', snapshots: 1 }, 'site_status', 'ok', 'http_503'),
    'Home page returned a server error: HTTP 503',
    ['The snapshot before was successful'],
    '首页返回服务器错误：HTTP 503',
  ],
  [
    event({ on: 'noindex' }, 'noindex', 'no', 'yes'),
    'Home page is excluded from search engines',
    ['Its directives or robots.txt exclude it', 'In the snapshot before it was not excluded'],
    '首页被排除在搜索引擎之外',
  ],
  [
    event({ on: 'certificate_expires', within_days: 14 }, 'tls_days_remaining', 15, 12),
    'Certificate expires in 12 days',
    ['Before: 15 days', 'Reported from 14 days before'],
    '证书将在 12 天后到期',
  ],
  [
    event({ on: 'certificate_expires' }, 'tls_days_remaining', 1, 0),
    'Certificate expires within a day',
    ['Before: 1 day'],
    '证书将在一天内到期',
  ],
  [
    event({ on: 'registration_expires' }, 'registration_days_remaining', 0, -1),
    'Domain registration has expired',
    ['Before: 0 days'],
    '域名注册已过期',
  ],
  [
    event({ on: 'new_issues' }, 'issues', null, { counts: { 'broken-link': 1 }, occurrences: [broken], more: 0 }),
    '1 new issue: Broken internal links (4xx or 5xx)',
    ['Broken internal links (4xx or 5xx): https://a.example/x → https://a.example/y (HTTP 404)'],
    '新增 1 个问题：站内链接失效（4xx 或 5xx）',
  ],
  [
    event({ on: 'new_issues' }, 'issues', null, { counts, occurrences: [], more: 25 }),
    '25 new issues: 12 × Broken internal links (4xx or 5xx), 8 × Missing title tag, 4 × Page has no outgoing links, 1 other kind',
    ['1 × Duplicate H1'],
    '新增 25 个问题：站内链接失效（4xx 或 5xx） ×12、缺少标题标签（title） ×8、页面没有出站链接 ×4、另有 1 种',
  ],
  [
    event({ on: 'fixed_issues' }, 'issues', null, {
      counts: { 'broken-link': 2 },
      occurrences: [{ ...broken, target: null, status: null }],
      more: 1,
    }),
    '2 issues fixed: Broken internal links (4xx or 5xx)',
    ['Broken internal links (4xx or 5xx): https://a.example/x', 'and 1 more'],
    '已修复 2 个问题：站内链接失效（4xx 或 5xx）',
  ],
])('an event %j is described as “%s”', (given, title, details, inChinese) => {
  expect(describeIn.en(given)).toEqual({ title, details });
  expect(describeIn.zh(given).title).toBe(inChinese);
});

describe('a name of a later version', () => {
  test.each<[string, DescribedEvent, string]>([
    ['of a condition', event({ on: 'later' }, 'seo_score', 90, 80), 'SEO score dropped from 90 to 80'],
    ['of a metric', event({ on: 'drop' }, 'later_metric', 90, 80), 'A value changed from 90 to 80'],
    ['of a text', event({ on: 'changed' }, 'later_text', 'a', 'b'), 'A value changed'],
    [
      'of a failure',
      event({ on: 'unreachable' }, 'site_status', 'ok', 'later'),
      'Home page could not be reached: no usable response',
    ],
    [
      'of an issue',
      event({ on: 'new_issues' }, 'issues', null, { counts: { 'later-issue': 1 }, occurrences: [], more: 1 }),
      '1 new issue: later issue',
    ],
  ])('%s is not shown as an id', (_, given, title) => {
    expect(describeIn.en(given).title).toBe(title);
    expect(describeIn.zh(given).title).not.toMatch(/_/);
  });
});

test.each(['en', 'zh'] as const)('each value and each failure of a home page has a name in %s', (language) => {
  const texts = language === 'en' ? english : chinese;
  const failures = [
    ...['name_not_found', 'connection_refused', 'host_unreachable', 'connection_reset', 'timeout'],
    ...TLS_FAILURES,
    ...['too_many_redirects', 'redirect_loop', 'bad_redirect', 'bad_response'],
  ];
  for (const name of metricNames) expect(texts).toHaveProperty([`metrics.${name}`]);
  for (const code of failures) expect(texts).toHaveProperty([`failures.${code}`]);
  const textValues = changingNames.filter((name) => !(metricNames as string[]).includes(name));
  for (const name of textValues) expect(texts).toHaveProperty([`changed.${name}`]);
});

test('the texts of both languages have the same placeholders', () => {
  const placeholders = (text: Text) =>
    [...new Set((typeof text === 'string' ? text : text.other).match(/\{\w+\}/g))].toSorted();
  const of = (texts: Record<string, Text>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));
  expect(of(chinese)).toEqual(of(english));
});
