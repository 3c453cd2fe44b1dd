import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { CHECKS } from '../../../../functions/core/analysis/checks/index.ts';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import type { CheckFinding } from '../../../../functions/core/record/crawled-page.ts';
import { readCases } from '../../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

/** A page, and what a check finds on it. */
interface Case {
  html: string;
  /** Repeats the page. */
  times?: number;
  url?: string;
  content_type?: string;
  /** Beside `Content-Type`. */
  headers?: [string, string][];
  truncated?: boolean;
  found: CheckFinding[];
}

const HOSTS = ['www.shop.example', 'shop.example'];
const cases = Object.fromEntries(
  readdirSync('test/cases/checks').flatMap((file) =>
    Object.entries(readCases<Record<string, Case[]>>(`checks/${file.replace('.json', '')}`)),
  ),
);

async function findingsOf(id: string, { html, times = 1, headers = [], content_type, url, truncated = false }: Case) {
  const page = served(html.repeat(times), {
    ...(url !== undefined && { url }),
    headers: [['content-type', content_type ?? 'text/html; charset=utf-8'], ...headers],
    truncated,
  });
  const { facts } = await siteTasks.readCrawled(page, NO_ROBOTS, NOW, HOSTS);
  return facts!.failed_checks.find((failed) => failed.id === id)?.items ?? [];
}

test.each(Object.entries(cases).flatMap(([id, pages]) => pages.map((page) => ({ id, page }))))(
  '$id finds the expected elements of $page.html',
  async ({ id, page }) => {
    expect(await findingsOf(id, page)).toEqual(page.found);
  },
);

test('each check has a page on which it finds something, and another one', () => {
  expect(Object.keys(cases).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
  for (const [id, pages] of Object.entries(cases)) {
    const counts = pages.map(({ found }) => found.length);
    expect([id, Math.min(...counts), Math.max(...counts) > 0]).toEqual([id, 0, true]);
  }
});

test('the findings of a check are limited in number and length', async () => {
  const html = `<meta http-equiv=refresh content="0; url=/${'x'.repeat(3_000)}">`.repeat(50);
  const found = await findingsOf('meta-refresh', { html, found: [] });
  expect(found).toHaveLength(20);
  for (const { target, value } of found) expect([target, String(value).length]).toEqual([undefined, 300]);
});

test('the findings of all checks are limited together, and checks without room have none', async () => {
  const refreshes = `<meta http-equiv=refresh content="0; url=/${'x'.repeat(1_900)}">`.repeat(50);
  const { facts } = await siteTasks.readCrawled(served(refreshes), NO_ROBOTS, NOW, HOSTS);
  expect(JSON.stringify(facts!.failed_checks).length).toBeLessThan(32_000);
  expect(facts!.failed_checks.find(({ id }) => id === 'viewport-missing')).toEqual({
    id: 'viewport-missing',
    items: [],
  });
});
