import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { pageAddress } from '../../functions/core/platform/names/page-address.ts';
import { textOfRule } from '../../functions/core/platform/http/rules.ts';
import type { SiteIssuesAnswer } from '../../functions/core/record/site-evidence-schema.ts';
import type { SiteAnswer, SiteRow } from '../../functions/core/record/site-schema.ts';
import { readWithCheerio } from '../support/cheerio-reader.ts';
import { type DocumentationSite, startDocumentationSites } from '../support/documentation-sites.ts';
import { tries } from '../support/form.ts';
import { type BrokenLink, findBrokenLinks } from '../support/link-checker.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';

/** Minimum crawl delay that hosts in LOCAL_RESOLVE may request. */
const CRAWL_DELAY_SECONDS = 0.05;
const CRAWL_MS = 500_000;
const READING_MS = 120_000;
const MAX_PAGES = 5_000;

interface Audited {
  answer: SiteAnswer;
  rows: SiteRow[];
}

let runner: TestRunner;
/** Key of the plan with enough pages per day. */
let key: string;
let sites: DocumentationSite[];
const first = new Map<string, Audited>();
const broken = new Map<string, BrokenLink[]>();

beforeAll(async () => {
  sites = await startDocumentationSites(CRAWL_DELAY_SECONDS, tries(3, 5));
  const resolved = sites.flatMap(({ host, port }) => [host, `www.${host}`].map((name) => `${name}=127.0.0.1:${port}`));
  runner = await startTestRunner({ ...punctual, LOCAL_RESOLVE: resolved.join(',') }, ['--offline']);
  [key] = (await proKeys(runner, 1)) as [string];
  await Promise.all(
    sites.map(async (site) => {
      first.set(site.host, await crawl(site));
      broken.set(site.host, await brokenLinks(site));
    }),
  );
}, CRAWL_MS);
afterAll(() => Promise.all([runner.close(), ...sites.map((site) => site.close())]));

async function get<Data>(path: string, query: Record<string, string>): Promise<Data> {
  const response = await runner.get(`/api/v1/seo/${path}?${new URLSearchParams(query)}`, { key });
  const { data, ...rest } = (await response.json()) as { data: Data };
  expect({ ...rest }).toEqual(expect.objectContaining({ code: response.status, success: true }));
  return data;
}

/** Crawls a site completely and returns its audit and pages. */
async function crawl({ host }: DocumentationSite, refresh = false): Promise<Audited> {
  const query = { domain: host, pages: String(MAX_PAGES) };
  let answer = await get<SiteAnswer>('site', refresh ? { ...query, refresh: '1' } : query);
  while (answer.poll_after_seconds !== null) {
    await sleep(1_000);
    answer = await get<SiteAnswer>('site', { domain: host });
  }
  const rows: SiteRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: SiteRow[]; next_cursor: string | null } = await get('site/pages', {
      ...{ domain: host, limit: '1000' },
      ...(cursor !== '' && { cursor }),
    });
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return { answer, rows };
}

/** Returns the broken links that linkinator finds, with the host name and the URL form of the service. */
async function brokenLinks({ host, port }: DocumentationSite): Promise<BrokenLink[]> {
  const origin = `http://127.0.0.1:${port}`;
  const named = (url: string) => normal(url.replace(origin, `http://${host}`));
  const found = await findBrokenLinks(origin);
  return found.map(({ page, target, text }) => ({ page: named(page), target: named(target), text }));
}

function normal(url: string): string {
  const address = pageAddress(url);
  if ('problem' in address) throw new Error(`${url} ${textOfRule(address.problem)}`);
  return address.url;
}

const addressOf = ({ host }: DocumentationSite, path: string) => normal(`http://${host}${path}`);

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(items, nameOf)).map(([name, found]) => [name, found!.length]),
  );
}

test('hundreds of real pages are crawled completely', () => {
  expect(sites.flatMap(({ pages }) => pages).length).toBeGreaterThanOrEqual(tries(350, 1_000));
  for (const site of sites) {
    const { answer, rows } = first.get(site.host)!;
    expect(answer).toMatchObject({ status: 'done', stop_reason: null, sitemap: { listed: site.pages.length } });
    const read = new Set(rows.filter(({ http_status }) => http_status === 200).map(({ url }) => url));
    expect(site.pages.filter((path) => !read.has(addressOf(site, path)))).toEqual([]);
  }
});

test('the broken internal links are those that linkinator finds, on the same pages', async () => {
  expect([...broken.values()].flat().length).toBeGreaterThanOrEqual(25);
  for (const { host } of sites) {
    const { answer, rows } = first.get(host)!;
    const links = broken.get(host)!;
    const targets = rows.filter(({ http_status, inlinks }) => http_status! >= 400 && inlinks > 0);
    expect(Object.fromEntries(targets.map(({ url, inlinks }) => [url, inlinks]))).toEqual(
      countBy(links, ({ target }) => target),
    );
    const { items } = await get<{ items: SiteRow[] }>('site/pages', {
      ...{ domain: host, issue: 'broken-link', limit: '1000' },
    });
    const pages = new Set(links.map(({ page }) => page));
    expect(items.map(({ url }) => url).toSorted()).toEqual([...pages].toSorted());
    expect(answer.links!.broken_internal).toBe(links.length);
  }
});

test('each broken link is listed with its page, target, status and text', async () => {
  for (const { host } of sites) {
    const { items } = await get<SiteIssuesAnswer>('site/issues', { domain: host, issue: 'broken-link', limit: '1000' });
    const linkOf = ({ url, target, element }: SiteIssuesAnswer['items'][number]) => {
      return { page: url, target: target!, text: /^<a\b[^>]*>(.*)$/is.exec(element!)![1]!.replaceAll(/\s+/g, ' ') };
    };
    // linkinator reports the first of several links of a page to one address.
    const firstTexts = (links: BrokenLink[]) =>
      Object.fromEntries(links.toReversed().map(({ page, target, text }) => [`${page} ${target}`, text]));
    expect(firstTexts(items.map(linkOf))).toEqual(firstTexts(broken.get(host)!));
    expect(items.every(({ status }) => status === 404)).toBe(true);
  }
});

test(
  'title, canonical and robots of every page equal those that cheerio reads',
  async () => {
    for (const site of sites) expect(await differences(site, first.get(site.host)!)).toEqual([]);
  },
  READING_MS,
);

/** Alterations of a page, each with the fields that change. */
const ALTERATIONS: [fields: string[], (html: string) => string][] = [
  [['title'], (html) => html.replace(/<title>.*?<\/title>/is, '<title>Altered\n title</title>')],
  [['meta_description'], (html) => afterTag('head', html, '<meta name="description" content="Altered">')],
  [['canonical', 'indexable'], (html) => afterTag('head', html, '<link rel="canonical" href="/altered?a=1">')],
  [['meta_robots', 'indexable'], (html) => afterTag('head', html, '<meta name="robots" content="noindex">')],
  [['content_hash'], (html) => afterTag('body', html, '<p>Altered.</p>')],
];

test(
  'a new crawl reports exactly the ten changed pages of a site, their changed fields, and those that are no longer indexable',
  async () => {
    const site = sites.find(({ host }) => host === 'rot-js.test')!;
    const chosen = site.pages.filter((path) => /<head>.*<title>.*<body/s.test(site.html(path)!)).slice(10, 20);
    const expected = chosen.map((path, index) => {
      const [fields, alter] = ALTERATIONS[index % ALTERATIONS.length]!;
      site.alter(path, alter(site.html(path)!));
      return { url: addressOf(site, path), change: 'changed', fields };
    });
    const before = first.get(site.host)!;
    const after = await crawl(site, true);

    const { examples, ...counts } = after.answer.changes!;
    expect(counts).toEqual({ since: before.answer.finished_at, added: 0, removed: 0, changed: 10 });
    const byUrl = (one: { url: string }, other: { url: string }) => (one.url < other.url ? -1 : 1);
    expect(examples.toSorted(byUrl)).toEqual(expected.toSorted(byUrl));
    const lost = await get<SiteIssuesAnswer>('site/issues', { domain: site.host, issue: 'indexability-lost' });
    const unindexed = expected.filter(({ fields }) => fields.includes('indexable')).map(({ url }) => url);
    expect(lost.items.map(({ url }) => url).toSorted()).toEqual(unindexed.toSorted());
    expect(await differences(site, after)).toEqual([]);
  },
  CRAWL_MS,
);

function afterTag(name: string, html: string, added: string): string {
  return html.replace(new RegExp(`<${name}\\b[^>]*>`, 'i'), (tag) => tag + added);
}

async function differences(site: DocumentationSite, { rows }: Audited) {
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  const found = [];
  for (const path of site.pages) {
    const url = addressOf(site, path);
    const theirs = readWithCheerio(site.html(path)!, url);
    const { title, canonical, meta_robots } = byUrl.get(url)!;
    const ours = { title, canonical, meta_robots };
    if (!isDeepStrictEqual(ours, theirs)) found.push({ url, ours, theirs });
    // Handle connections that the runner has closed.
    await setImmediate();
  }
  return found;
}
