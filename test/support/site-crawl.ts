import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { z } from 'zod';
import { siteAnswer, siteRow } from '../../functions/core/record/site-schema.ts';
import type { TestRunner } from './runner.ts';

export type SiteAnswer = z.infer<typeof siteAnswer>;
export type Row = z.infer<typeof siteRow>;

/** Options of a crawl. */
interface CrawlOptions {
  /** Instead of the predefined one. */
  key?: string;
  /** Page limit of the crawl. */
  pages?: number;
}

/** Largest response of a Lambda function. */
const MOST_ANSWER_BYTES = 6_000_000;

async function get<Data>(runner: TestRunner, path: string, { key }: CrawlOptions): Promise<Data> {
  const response = await runner.get(path, { ...(key !== undefined && { key }) });
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_ANSWER_BYTES);
  const { data, ...rest } = JSON.parse(text) as { data: Data };
  if (response.status > 202) throw new Error(`${path}: ${response.status} ${JSON.stringify(rest)}`);
  return data;
}

/** Requests the audit of a site until no crawl of it is in progress. @returns the audit */
export async function crawlSite(runner: TestRunner, domain: string, options: CrawlOptions = {}): Promise<SiteAnswer> {
  const limit = options.pages === undefined ? '' : `&pages=${options.pages}`;
  for (;;) {
    const answer = siteAnswer.parse(await get(runner, `/api/v1/seo/site?domain=${domain}${limit}`, options));
    if (answer.poll_after_seconds === null) return answer;
    expect(answer.poll_after_seconds).toBeGreaterThan(0);
    await sleep(500);
  }
}

interface PageOfRows {
  items: unknown[];
  next_cursor: string | null;
}

/** @returns all pages of the audit of a site, with as many calls as necessary */
export async function siteRows(runner: TestRunner, domain: string, options: CrawlOptions = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: PageOfRows = await get(runner, `/api/v1/seo/site/pages?domain=${domain}${more}`, options);
    rows.push(...page.items.map((item) => siteRow.parse(item)));
    cursor = page.next_cursor;
  }
  return rows;
}
