import { fittingItems } from '../../platform/http/paging.ts';
import { linkPartsOf } from '../../analysis/rules/link-element.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { issueRowMembers, linkRowMembers } from '../../record/members.computed.ts';
import type { IssueRow, LinkRow, SiteIssuesAnswer, SiteLinksAnswer } from '../../record/site-evidence-schema.ts';
import type { EvidenceReader } from '../../crawls/store/site-crawls.ts';
import { type EvidenceRows, hashOfAddress, type ListName, type Segment } from '../../crawls/store/evidence-lists.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { listTable, readStart, rowsCursor } from './list-pages.ts';
import { listedCrawl } from '../read-crawl.ts';
import type { StatusRange } from './sort-and-filter-rows.ts';

/** The kinds of the answer's schema, which no function loads. */
export const LINK_KINDS: readonly LinkRow['kind'][] = [
  'link',
  'canonical',
  'hreflang',
  'image',
  'script',
  'stylesheet',
  'redirect',
  'sitemap',
];

interface ListRequest {
  domain: string;
  /** Id of the crawl; absent: the audit. */
  crawl?: string | undefined;
  limit: number;
  /** `next_cursor` of the answer before. */
  cursor?: string | undefined;
}

export interface IssuesRequest extends ListRequest {
  issue?: string | undefined;
  severity?: IssueRow['severity'] | undefined;
  /** In normal form. */
  url?: string | undefined;
  /** Text in the page, the target or the element of an occurrence, case-insensitive. */
  search?: string | undefined;
}

export interface LinksRequest extends ListRequest {
  /** In normal form. */
  from?: string | undefined;
  to?: string | undefined;
  status?: LinkStatus | undefined;
  kind?: LinkRow['kind'] | undefined;
}

/** State of the target of a link: its HTTP status, could not be read, or not requested. */
export type LinkStatus = StatusRange | 'error' | 'unchecked';

/**
 * Lists occurrences of issues of a crawl; none while the first crawl runs.
 *
 * @throws {ServiceError} not_crawled, crawl_not_found, no_audit
 * @throws {ServiceError} invalid_parameter for a cursor of another query, or of a crawl that is no longer stored
 */
export function listIssues(request: IssuesRequest, crawls: EvidenceReader): Promise<SiteIssuesAnswer> {
  const { issue, severity, url, search } = request;
  const text = search?.toLowerCase();
  return listRows(request, { issue, severity, url, search }, crawls, {
    list: 'issues',
    mayHave: ({ key }) => issue === undefined || key === issue,
    isRequested: (row) =>
      (severity === undefined || row.severity === severity) &&
      (url === undefined || row.url === url) &&
      (text === undefined || [row.url, row.target, row.element].some((each) => each?.toLowerCase().includes(text))),
  });
}

/**
 * Lists links of a crawl, as {@link listIssues} does.
 *
 * @throws {ServiceError} links_not_stored if the crawl is neither the audit nor the newest of its owner
 */
export function listLinks(request: LinksRequest, crawls: EvidenceReader): Promise<SiteLinksAnswer> {
  const { from, to, status, kind } = request;
  const hash = from === undefined ? null : hashOfAddress(from);
  return listRows(request, { from, to, status, kind }, crawls, {
    list: 'links',
    mayHave: ({ key }) => hash === null || key === hash,
    isRequested: (row) =>
      (from === undefined || row.from === from) &&
      (to === undefined || row.to === to) &&
      (kind === undefined || row.kind === kind) &&
      (status === undefined || hasStatus(row, status)),
  });
}

function hasStatus(row: LinkRow, requested: LinkStatus): boolean {
  const { status, error } = row;
  if (requested === 'error') return error !== null && !isUnchecked(row);
  if (requested === 'unchecked') return isUnchecked(row);
  return status !== null && status >= requested[0] && status <= requested[1];
}

/** Whether the target was not requested, or is no page of the site and its response shows nothing. */
function isUnchecked({ kind, internal, status, error }: LinkRow): boolean {
  if (error === null) return status === null;
  return error !== 'name_not_found' && (!internal || RESOURCES.includes(kind));
}

const RESOURCES: readonly LinkRow['kind'][] = ['image', 'script', 'stylesheet'];

interface Selection<List extends ListName> {
  list: List;
  /** Whether rows of a segment may be among those that are requested. */
  mayHave: (segment: Segment) => boolean;
  isRequested: (row: EvidenceRows[List]) => boolean;
}

async function listRows<List extends ListName>(
  { domain, crawl: requested, limit, cursor }: ListRequest,
  filters: object,
  crawls: EvidenceReader,
  { list, mayHave, isRequested }: Selection<List>,
) {
  const query = { domain, list, crawl: requested, ...filters };
  const start = await readStart({ domain, crawl: requested, cursor }, query, crawls);
  if (list === 'links' && start && !start.crawl.hasLinks) throw new ServiceError('links_not_stored');
  const found: { row: EvidenceRows[List]; position: number }[] = [];
  if (start) {
    const { crawl, before } = start;
    const index = await crawls.readEvidenceIndex(crawl);
    const read = (chunk: number) => crawls.readEvidence(crawl, list, chunk);
    for await (const next of rowsFrom(before, index?.[list] ?? [], mayHave, read)) {
      if (!isRequested(next.row)) continue;
      found.push(next);
      // One row more than the limit shows whether the answer is truncated.
      if (found.length > limit) break;
    }
  }
  const items = fittingItems(found.slice(0, limit).map(({ row }) => row));
  const rest = found[items.length];
  return {
    ...listedCrawl(domain, start?.crawl ?? null),
    limit,
    count: items.length,
    truncated: rest !== undefined,
    next_cursor: start && rest ? rowsCursor({ crawl: start.crawl, before: rest.position }, query) : null,
    items,
  };
}

/** Reads rows with their positions in the list; an item is read when its rows are needed. */
async function* rowsFrom<Row>(
  before: number,
  segments: readonly Segment[],
  mayHave: (segment: Segment) => boolean,
  read: (chunk: number) => Promise<Row[]>,
): AsyncGenerator<{ row: Row; position: number }> {
  let position = 0;
  let known: { chunk: number; rows: Row[] } = { chunk: -1, rows: [] };
  for (const segment of segments) {
    const { chunk, first, rows: count } = segment;
    const begin = position;
    position += count;
    if (position <= before || !mayHave(segment)) continue;
    if (known.chunk !== chunk) known = { chunk, rows: await read(chunk) };
    for (let index = Math.max(0, before - begin); index < count; index++) {
      const row = known.rows[first + index];
      if (row !== undefined) yield { row, position: begin + index };
    }
  }
}

/** Returns occurrences of issues as a CSV table; the last column is the text of a link, which is also in `element`. */
export const siteIssuesTable = ({ items, ...found }: SiteIssuesAnswer): CsvTable =>
  listTable([...issueRowMembers, 'anchor'], {
    ...found,
    items: items.map((row) => ({ ...row, anchor: linkPartsOf(row.element)?.text ?? null })),
  });

/** Returns links as a CSV table. */
export const siteLinksTable = (found: SiteLinksAnswer): CsvTable => listTable(linkRowMembers, found);
