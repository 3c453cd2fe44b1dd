import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pageAnswer } from '../../functions/core/record/page-schema.ts';
import type { PageAnswer } from '../../functions/core/record/page-record.ts';
import { sample, tries } from '../support/form.ts';
import { judgeDom, withoutNoscriptInHead } from '../support/lighthouse-oracle.ts';
import { proKeys } from '../support/pro-keys.ts';
import { type RealPage, readRealPages, serveRealPages } from '../support/real-pages.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { parseDocument, readDocument, readRobots } from '../support/second-reader.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { readCases } from '../support/cases.ts';

/** Pages with an image in a `<noscript>` of the head, by the start of the file name; see `withoutNoscriptInHead`. */
const NOSCRIPT_IN_HEAD = new Set(readCases<string[]>('html/noscript-in-head'));

/** Style sheets hide these images, so that axe-core ignores them; the service does not read style sheets. */
const DIFFERENCES: Record<string, Differences> = {
  '1d43b4816b': { 'image-alt: findings': [5, 4] },
  a14c7ccf3a: { 'image-alt: findings': [5, 4] },
  a9c82dad0f: { 'image-alt: findings': [4, 1] },
  c3a7435624: { 'image-alt: status': ['pass', 'not_applicable'], seo_score: [85, 83] },
  d7db375a59: { 'image-alt: findings': [12, 4] },
  ebdca8690d: { 'image-alt: findings': [12, 4] },
  ee64919009: { 'image-alt: findings': [40, 31] },
};

/** Members and audits whose reference values differ. */
type Differences = Record<string, [ours: unknown, theirs: unknown]>;

const nameOf = ({ file }: RealPage) => basename(file).slice(0, 10);
const all = readRealPages();
const sampled = new Set(sample(all, 5));
const isException = (page: RealPage) => NOSCRIPT_IN_HEAD.has(nameOf(page)) || nameOf(page) in DIFFERENCES;
const pages = all.filter((page) => sampled.has(page) || isException(page));
const isAllowed = (page: RealPage) => readRobots(page).allowed === true;
const named = (chosen: RealPage[]) => chosen.map((page): [string, RealPage] => [page.url, page]);
const read = named(pages.filter(isAllowed));
const forbidden = named(pages.filter((page) => !isAllowed(page)));

let site: TestSite;
let runner: TestRunner;
/** Key of the plan with enough requests per day. */
let key: string;
beforeAll(async () => {
  site = await startSite(serveRealPages(pages));
  const domains = new Set(pages.map(({ url }) => new URL(url).hostname.replace(/^www\./, '')));
  const hosts = [...domains].flatMap((domain) => [domain, `www.${domain}`]);
  const resolved = hosts.map((host) => `${host}=127.0.0.1:${site.port}`);
  runner = await startTestRunner({ LOCAL_RESOLVE: resolved.join(',') }, ['--offline']);
  [key] = (await proKeys(runner, 1)) as [string];
});
afterAll(() => Promise.all([runner.close(), site.close()]));

type Answer = Omit<PageAnswer, 'age_seconds'>;

async function auditPage(url: string): Promise<Answer> {
  const response = await runner.get(`/api/v1/seo/page?url=${encodeURIComponent(url)}`, { key });
  expect(response.status).toBe(200);
  const { age_seconds: _, ...answer } = pageAnswer.parse(((await response.json()) as { data: unknown }).data);
  return answer;
}

/** Returns the values of the service that have a reference; of an error page, which has no `seo_score`, the score of its audits. */
function ourValues({ page, audit, robots }: Answer): Record<string, unknown> {
  const audits = audit!.audits.map(({ id, status, items_total }) => auditValues(id, status, items_total));
  return Object.assign({}, page, { robots, seo_score: audit?.score ?? null }, ...audits) as Record<string, unknown>;
}

/** Returns the reference values of jsdom, robots-parser, Lighthouse and axe-core. */
async function referenceValues(page: RealPage): Promise<Record<string, unknown>> {
  const html = page.body.toString('latin1');
  const chromes = NOSCRIPT_IN_HEAD.has(nameOf(page)) ? withoutNoscriptInHead(html) : html;
  const dom = parseDocument(Buffer.from(chromes, 'latin1'), page);
  try {
    const { statuses, findings, score } = await judgeDom(dom, page);
    const audits = Object.entries(statuses).map(([id, status]) => auditValues(id, status, findings[id]!));
    const words = { robots: readRobots(page), seo_score: score };
    return Object.assign({}, readDocument(dom, page), words, ...audits) as Record<string, unknown>;
  } finally {
    dom.window.close();
  }
}

/** Prefixes audits, whose ids are also names of members. A missing title has no findings to count. */
function auditValues(id: string, status: string, findings: number): Record<string, unknown> {
  return { [`${id}: status`]: status, ...(id !== 'document-title' && { [`${id}: findings`]: findings }) };
}

function differences(ours: Record<string, unknown>, theirs: Record<string, unknown>): Differences {
  const pairs = Object.entries(theirs).map(([name, value]): [string, [unknown, unknown]] => [
    name,
    [ours[name], value],
  ]);
  return Object.fromEntries(pairs.filter(([, [one, other]]) => !isDeepStrictEqual(one, other)));
}

test('many real pages are read, some are disallowed, and every exception is among them', () => {
  expect(read.length).toBeGreaterThanOrEqual(tries(60, 250));
  expect(forbidden.length).toBeGreaterThanOrEqual(tries(3, 10));
  expect(read.map(([, page]) => nameOf(page))).toEqual(
    expect.arrayContaining([...NOSCRIPT_IN_HEAD, ...Object.keys(DIFFERENCES)]),
  );
});

describe('content, audits with the number of findings, and score of a page equal those of jsdom and Lighthouse', () => {
  test.each(read)('%s', async (url, page) => {
    const [answer, theirs] = await Promise.all([auditPage(url), referenceValues(page)]);
    expect(answer).toMatchObject({ url, cache_status: 'miss', page: { requested_url: url, http_status: page.status } });
    expect(differences(ourValues(answer), theirs)).toEqual(DIFFERENCES[nameOf(page)] ?? {});
    expect(await auditPage(url)).toEqual({ ...answer, cache_status: 'hit' });
  });
});

describe('pages that robots.txt disallows are not requested', () => {
  test.each(forbidden)('%s', async (url, page) => {
    expect(await auditPage(url)).toMatchObject({
      url,
      page: null,
      audit: null,
      seo_score: null,
      robots: readRobots(page),
    });
    expect(site.requests).not.toContain(url.slice(new URL(url).origin.length));
  });
});
