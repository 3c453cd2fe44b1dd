import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { indexabilityOf } from '../../../../functions/core/analysis/indexability.ts';
import { PAGE_RULES } from '../../../../functions/core/analysis/rules/index.ts';
import { occurrencesOn } from '../../../../functions/core/analysis/rules/occurrences.ts';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import type { Finding } from '../../../../functions/core/record/crawled-page.ts';
import { readCases } from '../../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

/** A page, and what a rule finds on it. */
interface Case {
  html: string;
  /** Repeats the page. */
  times?: number;
  url?: string;
  content_type?: string;
  /** Beside `Content-Type`. */
  headers?: [string, string][];
  truncated?: boolean;
  found: Finding[];
}

const HOSTS = ['www.shop.example', 'shop.example'];
const cases = Object.fromEntries(
  readdirSync('test/cases/rules').flatMap((file) =>
    Object.entries(readCases<Record<string, Case[]>>(`rules/${file.replace('.json', '')}`)),
  ),
);

async function findingsOf(id: string, { html, times = 1, headers = [], content_type, url, truncated = false }: Case) {
  const page = served(html.repeat(times), {
    ...(url !== undefined && { url }),
    headers: [['content-type', content_type ?? 'text/html; charset=utf-8'], ...headers],
    truncated,
  });
  const { facts, anchors } = await siteTasks.readCrawled(page, NO_ROBOTS, NOW, HOSTS);
  const answer = { http_status: 200, failure: null, location: null, ttfb_ms: 100, html_bytes: 1_000 };
  const crawled = { url: page.url, content_type: 'text/html', ...answer, facts, anchors };
  const rule = PAGE_RULES.find((one) => one.id === id)!;
  return occurrencesOn(rule, { ...crawled, ...indexabilityOf(crawled), isHome: true });
}

test.each(Object.entries(cases).flatMap(([id, pages]) => pages.map((page) => ({ id, page }))))(
  '$id finds the expected elements of $page.html',
  async ({ id, page }) => {
    expect(await findingsOf(id, page)).toEqual(page.found);
  },
);

/** Ids that another folder has cases of: of audits, of pages with given facts, and of the validator's findings. */
const elsewhere = (rule: (typeof PAGE_RULES)[number]) =>
  'find' in rule || 'findIn' in rule || 'isKept' in rule || rule.audit !== undefined;

test('each rule has a page on which it finds something, and another one', () => {
  const ids = PAGE_RULES.filter((rule) => !elsewhere(rule)).map(({ id }) => id);
  expect(Object.keys(cases)).toEqual(expect.arrayContaining(ids));
  for (const [id, pages] of Object.entries(cases)) {
    const counts = pages.map(({ found }) => found.length);
    expect([id, Math.min(...counts), Math.max(...counts) > 0]).toEqual([id, 0, true]);
  }
});

test('the findings of a rule are limited in number and length', async () => {
  const html = `<meta http-equiv=refresh content="0; url=/${'x'.repeat(3_000)}">`.repeat(50);
  const found = await findingsOf('meta-refresh', { html, found: [] });
  expect(found).toHaveLength(20);
  for (const { target, value } of found) expect([target, String(value).length]).toEqual([undefined, 300]);
});

test('the findings of all rules are limited together, and those that fit are kept', async () => {
  const refreshes = `<meta http-equiv=refresh content="0; url=/${'x'.repeat(1_900)}">`.repeat(50);
  const { facts } = await siteTasks.readCrawled(served(refreshes), NO_ROBOTS, NOW, HOSTS);
  expect(JSON.stringify(facts!.findings).length).toBeLessThan(32_000);
  expect(facts!.findings.find(({ id }) => id === 'viewport-missing')).toMatchObject({ items: [{ value: null }] });
});
