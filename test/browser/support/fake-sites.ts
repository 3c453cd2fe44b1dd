import type { SiteIssues, SitePages, SiteState, WantedCrawl } from '../../../functions/back-office/contract.ts';
import type { SiteAnswer, SiteRow } from '../../../functions/core/record/site-schema.ts';
import { siteIssuesTable } from '../../../functions/core/sites/audits/list-evidence.ts';
import { pagesTable } from '../../../functions/core/sites/audits/list-pages.ts';
import { selectRows, type RowSort } from '../../../functions/core/sites/audits/select-rows.ts';
import type { CsvTable } from '../../../functions/core/platform/text/csv-text.ts';
import { type Call, CsvText } from './fake-back-office.ts';
import { Refusal } from './fake-back-office-refusal.ts';
import { sampleOccurrences, sampleRows, sampleSite, unreachableSite } from './sample-site.ts';

const MOST_PAGES = 5_000;
/** Looks that a crawl takes. */
const LOOKS = 3;

interface Crawl {
  pages: number;
  startedAt: string;
  looksLeft: number;
  isCancelled: boolean;
}

interface Site {
  last: { audit: SiteAnswer; rows: SiteRow[] } | null;
  open: Crawl | null;
}

/**
 * Audits of sites in memory: `measured.example` was crawled, `site-00.example` too, by a version without evidence, `failing.example` could not be, all others never were. A
 * crawl takes three looks at it, and finds what `measured.example` has.
 */
export function createFakeSites() {
  const sites = new Map<string, Site>([
    ['measured.example', { last: { audit: sampleSite('measured.example'), rows: sampleRows() }, open: null }],
    ['site-00.example', { last: { audit: { ...sampleSite('site-00.example'), health: null }, rows: [] }, open: null }],
    ['failing.example', { last: { audit: unreachableSite('failing.example'), rows: [] }, open: null }],
  ]);

  function siteOf(domain: string): Site {
    const site = sites.get(domain) ?? { last: null, open: null };
    sites.set(domain, site);
    return site;
  }
  function end(site: Site, domain: string) {
    const now = new Date().toISOString();
    const stopped = { status: 'stopped', stop_reason: 'cancelled' } as const;
    const audit = { ...sampleSite(domain), ...(site.open!.isCancelled && stopped), finished_at: now, updated_at: now };
    Object.assign(site, { last: { audit, rows: sampleRows() }, open: null });
  }
  function stateOf(site: Site, domain: string): SiteState {
    const { last, open } = site;
    if (!open) return { audit: last?.audit ?? null, most_pages: MOST_PAGES };
    const done = LOOKS - open.looksLeft;
    const audit: SiteAnswer = {
      ...(last?.audit ?? withoutResult(domain)),
      status: done === 0 ? 'queued' : 'crawling',
      stop_reason: open.isCancelled ? 'cancelled' : null,
      started_at: open.startedAt,
      updated_at: new Date().toISOString(),
      poll_after_seconds: 1,
      progress: { found: done * 120, fetched: done * 40, limit: open.pages },
    };
    return { audit, most_pages: MOST_PAGES };
  }
  return {
    look(domain: string): SiteState {
      const site = siteOf(domain);
      if (site.open) {
        if (site.open.looksLeft === 0) end(site, domain);
        else site.open.looksLeft -= 1;
      }
      return stateOf(site, domain);
    },
    start(domain: string, { body }: Call): SiteState {
      const { pages = 500 } = body as WantedCrawl;
      const site = siteOf(domain);
      site.open ??= { pages, startedAt: new Date().toISOString(), looksLeft: LOOKS, isCancelled: false };
      return stateOf(site, domain);
    },
    stop(domain: string): SiteState {
      const site = siteOf(domain);
      if (!site.open) throw new Refusal(404, 'not_found', 'No crawl is under way');
      Object.assign(site.open, { isCancelled: true, looksLeft: 0 });
      return stateOf(site, domain);
    },
    issues(domain: string, call: Call): SiteIssues | CsvText {
      const { last } = siteOf(domain);
      const selected = sampleOccurrences(last?.rows ?? [], call.query.get('issue')!);
      return partOf({ domain, finished_at: last?.audit.finished_at ?? null }, selected, {
        call,
        table: siteIssuesTable,
      });
    },
    pages(domain: string, call: Call): SitePages | CsvText {
      const { last } = siteOf(domain);
      const { query } = call;
      const status = query.get('status');
      const selected = selectRows(last?.rows ?? [], {
        issue: query.get('issue') ?? undefined,
        status: status === null ? undefined : [Number(status[0]) * 100, Number(status[0]) * 100 + 99],
        search: query.get('search') ?? undefined,
        sort: (query.get('sort') as RowSort | null) ?? undefined,
      });
      return partOf({ domain, finished_at: last?.audit.finished_at ?? null }, selected, { call, table: pagesTable });
    },
  };
}

type Part<Item> = Omit<SitePages, 'items'> & { items: Item[] };

/** The requested part of a list, as JSON or CSV. */
function partOf<Item>(
  site: Pick<SitePages, 'domain' | 'finished_at'>,
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

function withoutResult(domain: string): SiteAnswer {
  return {
    ...sampleSite(domain),
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
  };
}
