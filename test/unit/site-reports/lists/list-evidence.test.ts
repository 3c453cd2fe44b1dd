import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type IssueRow,
  type LinkRow,
  linkRow,
  siteIssuesAnswer,
  siteLinksAnswer,
} from '../../../../functions/core/record/site-evidence-schema.ts';
import {
  type IssuesRequest,
  type LinksRequest,
  listIssues,
  listLinks,
  siteIssuesTable,
  siteLinksTable,
} from '../../../../functions/core/site-reports/lists/list-evidence.ts';
import { LINK_KINDS } from '../../../../functions/core/crawls/store/evidence-rows.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlInProgress } from '../../../support/site-audit.ts';
import { issueRowOf, linkRowOf } from '../../../support/site-evidence.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { incomplete, partOf, storeCrawl } from '../../crawls/store/store-crawl.ts';

const domain = 'a.com';
let now: number;
let crawls: SiteCrawls;
/** Items of lists that were read. */
let reads: string[];

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  reads = [];
  const store = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
  crawls = {
    ...store,
    readEvidence(crawl, list, chunk) {
      reads.push(`${list} ${chunk}`);
      return store.readEvidence(crawl, list, chunk);
    },
  };
});

const crawl = (evidence: { issues?: IssueRow[]; links?: LinkRow[] }, differs: Partial<EndedCrawl> = {}) =>
  storeCrawl(crawls, { startedAt: new Date((now += 60_000)).toISOString(), ...differs }, evidence);

const issuesOf = (request: Partial<IssuesRequest> = {}) => listIssues({ domain, limit: 100, ...request }, crawls);
const linksOf = (request: Partial<LinksRequest> = {}) => listLinks({ domain, limit: 100, ...request }, crawls);
const at = (path: string | number) => `https://a.com/${path}`;

describe('the occurrences of issues', () => {
  const [broken, lost] = [issueRowOf(), issueRowOf({ url: at('b') })];
  const short = issueRowOf({ issue: 'title-short', severity: 'notice', target: null, status: 200 });
  const none = { limit: 100, count: 0, truncated: false, next_cursor: null, items: [] };

  test('are a 404 until the first crawl is started, and none until it has ended', async () => {
    for (const list of [issuesOf, linksOf]) await expect(list()).rejects.toMatchObject({ kind: 'not_crawled' });
    await crawls.begin(crawlInProgress());
    const noCrawl = { domain, crawl_id: null, complete: null, stop_reason: null, finished_at: null };
    for (const list of [issuesOf, linksOf]) expect(await list()).toEqual({ ...noCrawl, ...none });
  });

  test('are none for a crawl without any', async () => {
    const { id, finishedAt } = await crawl({});
    const ofCrawl = { domain, crawl_id: id, complete: true, stop_reason: null, finished_at: finishedAt };
    expect(await issuesOf()).toEqual({ ...ofCrawl, ...none });
  });

  test.each<[string, Partial<IssuesRequest>, IssueRow[]]>([
    ['without a filter', {}, [broken, lost, short]],
    ['of an issue', { issue: 'broken-link' }, [broken, lost]],
    ['of a severity', { severity: 'notice' }, [short]],
    ['of a page', { url: at('b') }, [lost]],
    ['with several filters', { url: at(''), severity: 'error', issue: 'broken-link' }, [broken]],
    ['that no row matches', { url: at('c') }, []],
    ['of an issue that the site does not have', { issue: 'title-long' }, []],
  ])('are listed %s', async (_, filters, expected) => {
    const { id } = await crawl({ issues: [broken, lost, short] });
    const found = await issuesOf(filters);
    expect(found).toMatchObject({ crawl_id: id, count: expected.length, truncated: false });
    expect(siteIssuesAnswer.parse(found).items).toEqual(expected);
  });

  test('are those of the audit, or of the requested crawl', async () => {
    const first = await crawl({ issues: [broken] });
    await crawl({ issues: [short] });
    const stopped = await crawl({ issues: [lost] }, incomplete('allowance'));
    expect((await issuesOf()).items).toEqual([short]);
    expect((await issuesOf({ crawl: first.id })).items).toEqual([broken]);
    expect(await issuesOf({ crawl: stopped.id })).toMatchObject({
      ...{ crawl_id: stopped.id, complete: false, stop_reason: 'allowance', items: [lost] },
    });
    const gone = issuesOf({ crawl: crawlInProgress().id });
    await expect(gone).rejects.toMatchObject({ kind: 'crawl_not_found', status: 404 });
  });

  test('are a CSV table with a column for each member, and one for the text of a link', async () => {
    await crawl({ issues: [{ ...short, related: [at(1), at(2)] }] });
    const { header, rows } = siteIssuesTable(await issuesOf());
    expect(header).toEqual([...Object.keys(short), 'anchor']);
    expect(rows).toEqual([[...Object.values(short).slice(0, -1), `${at(1)}; ${at(2)}`, 'Gone']]);
  });
});

describe('the links of a site', () => {
  const links = [
    linkRowOf({ to: at('b'), status: 200 }),
    linkRowOf({ status: 404, rel: ['nofollow'] }),
    linkRowOf({ from: at('b'), kind: 'canonical', anchor: null, status: 301, final_url: at('c'), hops: 1 }),
    linkRowOf({ from: at('b'), to: at('late'), status: null, error: 'timeout' }),
    linkRowOf({ from: at('c'), to: at('later'), status: null }),
  ];

  test.each<[string, Partial<LinksRequest>, number[]]>([
    ['without a filter', {}, [0, 1, 2, 3, 4]],
    ['of a page', { from: at('b') }, [2, 3]],
    ['to an address', { to: at('gone') }, [1, 2]],
    ['of a page to an address', { from: at('b'), to: at('gone') }, [2]],
    ['with a status', { status: [404, 404] }, [1]],
    ['with a class of statuses', { status: [300, 499] }, [1, 2]],
    ['whose target could not be read', { status: 'error' }, [3]],
    ['whose target was not requested', { status: 'unchecked' }, [4]],
    ['of a kind', { kind: 'canonical' }, [2]],
    ['of a page without links', { from: at('z') }, []],
  ])('are listed %s', async (_, filters, expected) => {
    await crawl({ links });
    const found = await linksOf(filters);
    expect(siteLinksAnswer.parse(found).items).toEqual(expected.map((index) => links[index]));
    expect(found.count).toBe(expected.length);
  });

  test('are a CSV table with a column for each member', async () => {
    await crawl({ links: links.slice(1, 2) });
    const { header, rows } = siteLinksTable(await linksOf());
    expect(header).toEqual(Object.keys(links[1]!));
    expect(rows).toEqual([
      Object.values({ ...links[1]!, internal: 'true', rel: 'nofollow' } satisfies Record<keyof LinkRow, unknown>),
    ]);
  });

  test('have the kinds of the schema', () => {
    expect(LINK_KINDS).toEqual(linkRow.shape.kind.options);
  });

  /** 30 pages with 200 links each: several items. */
  const many = Array.from({ length: 6_000 }, (_, n) =>
    linkRowOf({ from: at(Math.floor(n / 200)), to: at(`to/${n}`), anchor: `${n} ${'x'.repeat(400)}` }),
  );

  test('of one page need only the items that contain them', async () => {
    await crawl({ links: many });
    expect((await linksOf({ from: at(29), limit: 1_000 })).items).toEqual(many.slice(-200));
    expect(reads).toHaveLength(1);
    reads = [];
    expect((await linksOf({ to: at('to/4321') })).items).toEqual([many[4_321]]);
    expect(reads).toHaveLength(1);
    reads = [];
    expect((await linksOf({ kind: 'canonical', limit: 1_000 })).items).toEqual([]);
    expect(reads).toEqual([]);
  });

  test('of an answer that looks at too many items are fewer than its limit, and continue with its cursor', async () => {
    // 45 items, of whose links the last one alone is sought.
    const rows = Array.from({ length: 4_500 }, (_, n) =>
      linkRowOf({ from: at(n), anchor: `${n} ${'x'.repeat(10_000)}` }),
    );
    const sought = { ...rows.at(-1)!, status: 403 };
    await crawl({ links: [...rows.slice(0, -1), sought].map((row, n) => (n % 100 ? row : { ...row, status: 401 })) });
    const first = await linksOf({ status: [401, 403], limit: 1_000 });
    expect([reads.length, first.truncated, first.items.length < 45]).toEqual([32, true, true]);
    const second = await linksOf({ status: [401, 403], limit: 1_000, cursor: first.next_cursor! });
    expect([second.truncated, second.items.at(-1)]).toEqual([false, sought]);
  });

  test('are listed completely, each once, with cursors, even if another crawl becomes the audit in between', async () => {
    await crawl({ links: many });
    const found: LinkRow[] = [];
    let cursor: string | undefined;
    do {
      const page = await linksOf({ limit: 700, cursor });
      expect(page.truncated).toBe(page.next_cursor !== null);
      if (cursor === undefined) await crawl({ links: [] }, { owner: 'other' });
      found.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(many);
  });

  test('are a 404 for a crawl whose links are no longer stored, also in the middle of a list', async () => {
    const first = await crawl({ links });
    const { next_cursor } = await linksOf({ limit: 1 });
    await crawl({ links: links.slice(1) }, { scope: partOf('/blog/') });
    expect((await linksOf({ crawl: first.id })).items).toEqual(links);
    const audit = await crawl({ links: links.slice(2) });
    const notStored = { kind: 'links_not_stored', status: 404 };
    await expect(linksOf({ crawl: first.id })).rejects.toMatchObject(notStored);
    await expect(linksOf({ limit: 1, cursor: next_cursor! })).rejects.toMatchObject(notStored);
    expect(await linksOf()).toMatchObject({ crawl_id: audit.id, items: links.slice(2) });
    expect((await issuesOf({ crawl: first.id })).crawl_id).toBe(first.id);
  });

  test('with a filter are listed completely with cursors', async () => {
    await crawl({ links });
    const first = await linksOf({ to: at('gone'), limit: 1 });
    expect(first).toMatchObject({ count: 1, truncated: true, items: [links[1]] });
    const second = await linksOf({ to: at('gone'), limit: 1, cursor: first.next_cursor! });
    expect(second).toMatchObject({ count: 1, truncated: false, next_cursor: null, items: [links[2]] });
  });

  test('are refused for a cursor of another query, another list or a crawl that is no longer stored', async () => {
    const stopped = incomplete('cancelled');
    await crawl({ links, issues: [issueRowOf(), issueRowOf()] }, stopped);
    const { next_cursor } = await linksOf({ limit: 1 });
    const cursor = next_cursor!;
    await expect(linksOf({ limit: 1, cursor, kind: 'link' })).rejects.toMatchObject({ kind: 'invalid_parameter' });
    await expect(issuesOf({ limit: 1, cursor })).rejects.toMatchObject({ kind: 'invalid_parameter' });
    await expect(linksOf({ limit: 1, cursor: 'x' })).rejects.toMatchObject({ kind: 'invalid_parameter' });
    expect((await linksOf({ limit: 2, cursor })).items).toEqual(links.slice(1, 3));
    await crawl({}, stopped);
    await expect(linksOf({ limit: 1, cursor })).rejects.toMatchObject({ kind: 'invalid_parameter' });
  });
});
