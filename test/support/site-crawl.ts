import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { z } from 'zod';
import { siteAnswer, siteRow } from '../../functions/core/record/site-schema.ts';
import type { TestRunner } from './runner.ts';

export type SiteAnswer = z.infer<typeof siteAnswer>;
export type Row = z.infer<typeof siteRow>;

/** How a test asks. */
interface Asking {
  /** In place of the ready-made one. */
  key?: string;
  /** Most pages of the crawl. */
  pages?: number;
}

/** Largest response of a Lambda function. */
const MOST_ANSWER_BYTES = 6_000_000;

async function ask<Data>(runner: TestRunner, path: string, { key }: Asking): Promise<Data> {
  const response = await runner.get(path, { ...(key !== undefined && { key }) });
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_ANSWER_BYTES);
  const { data, ...rest } = JSON.parse(text) as { data: Data };
  if (response.status > 202) throw new Error(`${path}: ${response.status} ${JSON.stringify(rest)}`);
  return data;
}

/** Asks for the audit of a site until its crawl has ended. @returns the audit */
export async function crawlSite(runner: TestRunner, domain: string, asking: Asking = {}): Promise<SiteAnswer> {
  const limit = asking.pages === undefined ? '' : `&pages=${asking.pages}`;
  for (;;) {
    const answer = siteAnswer.parse(await ask(runner, `/api/v1/seo/site?domain=${domain}${limit}`, asking));
    if (answer.status === 'done' || answer.status === 'stopped') return answer;
    expect(answer.poll_after_seconds).toBeGreaterThan(0);
    await sleep(500);
  }
}

interface PageOfRows {
  items: unknown[];
  next_cursor: string | null;
}

/** @returns all pages of the last crawl of a site, by as many calls as it takes */
export async function siteRows(runner: TestRunner, domain: string, asking: Asking = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: PageOfRows = await ask(runner, `/api/v1/seo/site/pages?domain=${domain}${more}`, asking);
    rows.push(...page.items.map((item) => siteRow.parse(item)));
    cursor = page.next_cursor;
  }
  return rows;
}
