import type {
  SiteComparison,
  SiteCrawlList,
  SiteIssues,
  SiteLinks,
  SitePages,
  SiteProof,
  SiteState,
  SiteSummary,
  CrawlRequest,
} from '../../../functions/back-office/contract.ts';
import type { SiteAnswer, SiteRow } from '../../../functions/core/record/site-schema.ts';
import { siteIssuesTable, siteLinksTable } from '../../../functions/core/sites/audits/list-evidence.ts';
import { comparisonTable } from '../../../functions/core/sites/compare/compare-site.ts';
import { pagesTable } from '../../../functions/core/sites/audits/list-pages.ts';
import { type RowSort, type RowState, selectRows } from '../../../functions/core/sites/audits/select-rows.ts';
import { summarizeRows } from '../../../functions/core/sites/audits/summarize-rows.ts';
import { catalogue } from '../../../functions/core/sites/issues/catalogue.computed.ts';
import { ISSUES } from '../../../functions/core/sites/issues/index.ts';
import { newCrawlId } from '../../../functions/core/sites/store/item.ts';
import type { CsvTable } from '../../../functions/core/platform/text/csv-text.ts';
import { type Call, CsvText } from './fake-back-office.ts';
import { Refusal } from './fake-back-office-refusal.ts';
import { asAudit, failedCrawl, sampleComparison, sampleCrawls } from './sample-crawls.ts';
import { sampleLinks, sampleOccurrences, sampleRows, sampleSite, unreachableSite } from './sample-site.ts';

const MAX_PAGES = 5_000;
/** An issue that was fixed with the last crawl. */
const { id, severity, title } = ISSUES.find((issue) => issue.id === 'redirect-link')!;
const PAST_ISSUES: SiteState['past_issues'] = [{ id, severity, title }];
/** Polls until a crawl ends. */
const POLLS = 3;

interface Crawl {
  id: string;
  pages: number;
  settings: CrawlRequest['settings'];
  startedAt: string;
  pollsLeft: number;
  isCancelled: boolean;
}

interface Site {
  last: { audit: SiteAnswer; rows: SiteRow[]; pages: number } | null;
  open: Crawl | null;
}

const covers = ({ settings = {} }: Crawl): Pick<SiteAnswer, 'scope' | 'options'> => {
  const { include = [], exclude = [], depth = null, external = false, resources = false, rate = 1 } = settings;
  return { scope: { include, exclude, depth, urls: [], sitemaps: [] }, options: { external, resources, rate } };
};

/** A crawl of a part of a site never becomes its audit; one that was stopped only replaces none. */
const isOfPart = ({ settings = {} }: Crawl) =>
  Boolean(settings.include?.length || settings.exclude?.length) || settings.depth != null;

/**
 * Fake site audits in memory: `measured.example` was crawled, `site-00.example` by a version without evidence, the crawl
 * of `failing.example` failed, as the newest of `site-02.example` did; the audit of `site-01.example` is limited; and all
 * others were never crawled. A crawl takes three polls and finds the pages of `measured.example`.
 */
export function createFakeSites() {
  const sites = new Map<string, Site>([
    [
      'measured.example',
      { last: { audit: sampleSite('measured.example'), rows: sampleRows(), pages: 500 }, open: null },
    ],
    [
      'site-00.example',
      {
        last: { audit: { ...sampleSite('site-00.example'), health: null, history: [] }, rows: [], pages: 500 },
        open: null,
      },
    ],
    [
      'site-01.example',
      { last: { audit: limitedSite('site-01.example'), rows: sampleRows(), pages: 245 }, open: null },
    ],
    [
      'site-02.example',
      {
        last: { audit: withFailedCrawl(sampleSite('site-02.example')), rows: sampleRows(), pages: 500 },
        open: null,
      },
    ],
    ['failing.example', { last: { audit: unreachableSite('failing.example'), rows: [], pages: 500 }, open: null }],
  ]);

  function siteOf(domain: string): Site {
    const site = sites.get(domain) ?? { last: null, open: null };
    sites.set(domain, site);
    return site;
  }
  function end(site: Site, domain: string) {
    const open = site.open!;
    site.open = null;
    const now = new Date().toISOString();
    const { crawl_id, status, stop_reason, complete, ...sample }: SiteAnswer = {
      ...{ ...sampleSite(domain), crawl_id: open.id },
      ...(open.isCancelled && ({ status: 'stopped', stop_reason: 'cancelled', complete: false } as const)),
    };
    const ended = { crawl_id, status, stop_reason, complete, finished_at: now };
    if (isOfPart(open) || (open.isCancelled && site.last)) {
      if (site.last) site.last.audit = { ...site.last.audit, last_crawl: { ...ended, scope: covers(open).scope } };
      return;
    }
    const times = { started_at: open.startedAt, updated_at: now };
    const audit = { ...sample, ...ended, ...times, ...covers(open), limit: open.pages };
    site.last = { audit, rows: sampleRows(), pages: open.pages };
  }
  function stateOf(site: Site, domain: string): SiteState {
    const { last, open } = site;
    const limits = { most_pages: MAX_PAGES, page_limit: (open ?? last)?.pages ?? null };
    if (!open) return { audit: last?.audit ?? null, ...limits, past_issues: PAST_ISSUES };
    const done = POLLS - open.pollsLeft;
    const updatedAt = new Date().toISOString();
    const running = {
      status: done === 0 ? ('queued' as const) : ('crawling' as const),
      stop_reason: open.isCancelled ? ('cancelled' as const) : null,
    };
    const { scope } = covers(open);
    const audit: SiteAnswer = {
      ...(last?.audit ?? withoutResult(domain, { ...running, ...covers(open), crawl_id: open.id, limit: open.pages })),
      poll_after_seconds: 1,
      progress: {
        ...{ found: done * 120, fetched: done * 40, limit: open.pages },
        ...{ started_at: open.startedAt, updated_at: updatedAt },
      },
      last_crawl: { crawl_id: open.id, ...running, complete: false, finished_at: null, scope },
    };
    return { audit, ...limits, past_issues: PAST_ISSUES };
  }
  return {
    look(domain: string, { query }: Call): SiteState {
      const site = siteOf(domain);
      const named = query.get('crawl');
      if (named !== null) {
        const { audit } = site.last!;
        const crawl = sampleCrawls(audit).find(({ crawl_id }) => crawl_id === named);
        if (!crawl) throw new Refusal(404, 'crawl_not_found', `There is no crawl ${named}`);
        return { ...stateOf(site, domain), audit: asAudit(audit, crawl) };
      }
      if (site.open) {
        if (site.open.pollsLeft === 0) end(site, domain);
        else site.open.pollsLeft -= 1;
      }
      return stateOf(site, domain);
    },
    start(domain: string, { body }: Call): SiteState {
      const { pages = 500, settings } = body as CrawlRequest;
      const site = siteOf(domain);
      const [startedAt, id] = [new Date().toISOString(), newCrawlId(Date.now())];
      site.open ??= { id, pages, settings, startedAt, pollsLeft: POLLS, isCancelled: false };
      return stateOf(site, domain);
    },
    stop(domain: string): SiteState {
      const site = siteOf(domain);
      if (!site.open) throw new Refusal(404, 'not_found', 'No crawl is under way');
      Object.assign(site.open, { isCancelled: true, pollsLeft: 0 });
      return stateOf(site, domain);
    },
    summary: (domain: string): SiteSummary => summarizeRows(siteOf(domain).last?.rows ?? [], catalogue.items),
    crawls(domain: string): SiteCrawlList {
      const { last } = siteOf(domain);
      if (!last) throw new Refusal(404, 'not_crawled', `${domain} was not crawled`);
      return { domain, audit: last.audit.crawl_id, items: sampleCrawls(last.audit) };
    },
    compare(domain: string, { query }: Call): SiteComparison | CsvText {
      const found = sampleComparison(domain, sampleCrawls(siteOf(domain).last!.audit), query);
      if (query.get('format') !== 'csv') return found;
      const { rows } = comparisonTable(found);
      return new CsvText(rows.map((cells) => `${[...cells].join(',')}\r\n`).join(''), null);
    },
    proof: (): SiteProof => ({ token: 'a-token', verified: false, proof: null, expires_at: null }),
    links(domain: string, call: Call): SiteLinks | CsvText {
      const { last } = siteOf(domain);
      const selected = sampleLinks(call.query.get('from'), call.query.get('to'));
      return partOf(listedOf(domain, last?.audit), selected, {
        call,
        table: siteLinksTable,
      });
    },
    issues(domain: string, call: Call): SiteIssues | CsvText {
      const { last } = siteOf(domain);
      const { query } = call;
      const [search, url] = [query.get('search') ?? '', query.get('url')];
      const ids = query.has('issue') ? [query.get('issue')!] : ISSUES.map((issue) => issue.id);
      const selected = ids
        .flatMap((issue) => sampleOccurrences(last?.rows ?? [], issue))
        .filter((row) => `${row.url} ${row.target} ${row.element}`.includes(search) && (!url || row.url === url));
      return partOf(listedOf(domain, last?.audit), selected, {
        call,
        table: siteIssuesTable,
      });
    },
    pages(domain: string, call: Call): SitePages | CsvText {
      const { last } = siteOf(domain);
      const { query } = call;
      const [status, depth] = [query.get('status'), query.get('depth')];
      const selected = selectRows(last?.rows ?? [], {
        issue: query.get('issue') ?? undefined,
        status: status === null || status === 'none' ? (status ?? undefined) : rangeOf(status),
        url: query.get('url') ?? undefined,
        state: (query.get('state') as RowState | null) ?? undefined,
        depth: depth === null ? undefined : depth === 'none' ? depth : Number(depth),
        search: query.get('search') ?? undefined,
        sort: (query.get('sort') as RowSort | null) ?? undefined,
      });
      return partOf(listedOf(domain, last?.audit), selected, { call, table: pagesTable });
    },
  };
}

function limitedSite(domain: string): SiteAnswer {
  const { history, ...site } = sampleSite(domain);
  const limited = history!.map((crawl) => ({ ...crawl, complete: false }));
  return { ...site, stop_reason: 'page_limit', complete: false, limit: 245, skipped: [], history: limited };
}

const withFailedCrawl = (audit: SiteAnswer): SiteAnswer => ({ ...audit, last_crawl: failedCrawl(audit) });

const rangeOf = (status: string) => [Number(status[0]) * 100, Number(status[0]) * 100 + 99] as const;

type Part<Item> = Omit<SitePages, 'items'> & { items: Item[] };

/** @param audit absent: no crawl has ended */
const listedOf = (domain: string, audit: SiteAnswer | undefined) => ({
  domain,
  crawl_id: audit?.crawl_id ?? null,
  complete: audit?.complete ?? null,
  stop_reason: audit?.stop_reason ?? null,
  finished_at: audit?.finished_at ?? null,
});

/** Returns the requested page of a list as JSON or CSV. */
function partOf<Item>(
  site: ReturnType<typeof listedOf>,
  selected: Item[],
  { call: { query }, table }: { call: Call; table: (found: Part<Item>) => CsvTable },
): Part<Item> | CsvText {
  const limit = Number(query.get('limit'));
  const from = Number(query.get('cursor') ?? 0);
  const items = selected.slice(from, from + limit);
  const next_cursor = from + limit < selected.length ? String(from + limit) : null;
  const found = { ...site, limit, count: items.length, truncated: next_cursor !== null, next_cursor, items };
  if (query.get('format') !== 'csv') return found;
  const { header, rows } = table(found);
  const text = [header, ...rows].map((cells) => `${[...cells].join(',')}\r\n`).join('');
  return new CsvText(text, next_cursor);
}

/** @param crawl the first one of the site, in progress */
function withoutResult(domain: string, crawl: Partial<SiteAnswer>): SiteAnswer {
  return {
    ...{ ...sampleSite(domain), complete: false, ...crawl },
    ...{
      finished_at: null,
      health: null,
      site_score: null,
      pages: null,
      issues: null,
      links: null,
      depth: null,
      sitemap: null,
    },
    ...{ duplicates: null, most_linked: null, skipped: null, changes: null },
    ...{ external: null, resources: null, history: null },
  };
}
