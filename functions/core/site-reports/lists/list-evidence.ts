import { fittingItems } from '../../platform/http/paging.ts';
import { linkPartsOf } from '../../analysis/rules/link-element.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { issueRowMembers, linkRowMembers } from '../../record/members.computed.ts';
import type { IssueRow, LinkRow, SiteIssuesAnswer, SiteLinksAnswer } from '../../record/site-evidence-schema.ts';
import type { Viewer } from '../../crawls/store/private-crawls.ts';
import type { EndedCrawl, EvidenceReader } from '../../crawls/store/site-crawls.ts';
import {
  type EvidenceRows,
  isUnchecked,
  type LinkState,
  type ListName,
  type Segment,
  stateOf,
  traitsWith,
} from '../../crawls/store/evidence-rows.ts';
import { ofPage, ofTarget, type PlacedSegment, type Segments, wholeList } from './evidence-segments.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { listTable, readStart, rowsCursor } from './list-pages.ts';
import { listedCrawl } from '../read-crawl.ts';
import type { StatusRange } from './sort-and-filter-rows.ts';

/** Items that an answer reads at most, each with some thousand rows: more would take longer than two seconds. */
const MAX_ITEMS = 32;

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
 * Lists occurrences of issues of a crawl; none while the first crawl runs. An answer that would have to look at too many
 * rows has fewer than its limit, and the cursor of those that were not looked at yet.
 *
 * @throws {ServiceError} not_crawled, crawl_not_found, no_audit
 * @throws {ServiceError} invalid_parameter for a cursor of another query, or of a crawl that is no longer stored
 */
export function listIssues(request: IssuesRequest, crawls: EvidenceReader, viewer?: Viewer): Promise<SiteIssuesAnswer> {
  const { issue, severity, url, search } = request;
  const text = search?.toLowerCase();
  return listRows(
    request,
    { issue, severity, url, search },
    { crawls, viewer },
    {
      list: 'issues',
      findSegments: async (crawl) => (url === undefined ? null : ofPage(crawl, 'page-issues', url, crawls)),
      mayHave: (segment) =>
        (issue === undefined || segment.issue === undefined || segment.issue === issue) &&
        (severity === undefined || segment.severity === undefined || segment.severity === severity),
      isRequested: (row) =>
        (issue === undefined || row.issue === issue) &&
        (severity === undefined || row.severity === severity) &&
        (url === undefined || row.url === url) &&
        (text === undefined || [row.url, row.target, row.element].some((each) => each?.toLowerCase().includes(text))),
    },
  );
}

/**
 * Lists links of a crawl, as {@link listIssues} does.
 *
 * @throws {ServiceError} links_not_stored if the crawl is neither the audit nor the newest of its owner
 */
export function listLinks(request: LinksRequest, crawls: EvidenceReader, viewer?: Viewer): Promise<SiteLinksAnswer> {
  const { from, to, status, kind } = request;
  const traits = traitsWith(kind && [kind], status && statesOf(status));
  return listRows(
    request,
    { from, to, status, kind },
    { crawls, viewer },
    {
      list: 'links',
      async findSegments(crawl) {
        if (from !== undefined) return ofPage(crawl, 'links', from, crawls);
        return to === undefined ? null : ofTarget(crawl, to, crawls);
      },
      mayHave: (segment) => traits.some((trait) => segment.traits?.includes(trait)),
      isRequested: (row) =>
        (from === undefined || row.from === from) &&
        (to === undefined || row.to === to) &&
        (kind === undefined || row.kind === kind) &&
        (status === undefined || hasStatus(row, status)),
    },
  );
}

/** @returns the classes of which links with a status may be */
function statesOf(requested: LinkStatus): LinkState[] {
  if (requested === 'error' || requested === 'unchecked') return [requested];
  const [first, last] = requested.map((status) => Math.floor(status / 100)) as [number, number];
  return Array.from({ length: last - first + 1 }, (_, index) => stateOf(100 * (first + index)));
}

function hasStatus(row: LinkRow, requested: LinkStatus): boolean {
  const { status, error } = row;
  if (requested === 'error') return error !== null && !isUnchecked(row);
  if (requested === 'unchecked') return isUnchecked(row);
  return status !== null && status >= requested[0] && status <= requested[1];
}

interface Selection<List extends ListName> {
  list: List;
  /** Returns where the requested rows are; `null`: anywhere in the list. */
  findSegments: (crawl: EndedCrawl) => Promise<Segments | null>;
  /** Whether rows of a segment may be among those that are requested. */
  mayHave: (segment: Segment) => boolean;
  isRequested: (row: EvidenceRows[List]) => boolean;
}

async function listRows<List extends ListName>(
  { domain, crawl: requested, limit, cursor }: ListRequest,
  filters: object,
  { crawls, viewer }: { crawls: EvidenceReader; viewer: Viewer | undefined },
  { list, findSegments, mayHave, isRequested }: Selection<List>,
) {
  const query = { domain, list, crawl: requested, ...filters };
  const start = await readStart({ domain, crawl: requested, cursor }, query, crawls, viewer);
  if (list === 'links' && start && !start.crawl.hasLinks) throw new ServiceError('links_not_stored');
  const found: Found<EvidenceRows[List]> = { rows: [], next: null };
  if (start) {
    const { crawl, before } = start;
    const { order, segments } = (await findSegments(crawl)) ?? (await wholeList(crawl, list, crawls));
    const read = (chunk: number) =>
      crawls.readEvidence(crawl, order, chunk) as unknown as Promise<EvidenceRows[List][]>;
    Object.assign(found, await findRows({ before, limit, segments: segments.filter(mayHave), read, isRequested }));
  }
  const items = fittingItems(found.rows.map(({ row }) => row));
  const next = found.rows[items.length]?.position ?? found.next;
  return {
    ...listedCrawl(domain, start?.crawl ?? null),
    limit,
    count: items.length,
    truncated: next !== null,
    next_cursor: start && next !== null ? rowsCursor({ crawl: start.crawl, before: next }, query) : null,
    items,
  };
}

interface Found<Row> {
  rows: { row: Row; position: number }[];
  /** Position of the first row that was not looked at; `null`: all were. */
  next: number | null;
}

/** Reads the requested rows; an item is read when its rows are needed. */
async function findRows<Row>({
  before,
  limit,
  segments,
  read,
  isRequested,
}: {
  before: number;
  limit: number;
  segments: readonly PlacedSegment[];
  read: (chunk: number) => Promise<Row[]>;
  isRequested: (row: Row) => boolean;
}): Promise<Found<Row>> {
  const rows: Found<Row>['rows'] = [];
  let known = { chunk: -1, rows: [] as Row[] };
  let reads = 0;
  for (const { chunk, first, rows: count, position: begin } of segments) {
    if (begin + count <= before) continue;
    if (known.chunk !== chunk) {
      if (reads === MAX_ITEMS) return { rows, next: Math.max(begin, before) };
      known = { chunk, rows: await read(chunk) };
      reads++;
    }
    for (let index = Math.max(0, before - begin); index < count; index++) {
      const row = known.rows[first + index];
      if (row === undefined || !isRequested(row)) continue;
      if (rows.length === limit) return { rows, next: begin + index };
      rows.push({ row, position: begin + index });
    }
  }
  return { rows, next: null };
}

/** Returns occurrences of issues as a CSV table; the last column is the text of a link, which is also in `element`. */
export const siteIssuesTable = ({ items, ...found }: SiteIssuesAnswer): CsvTable =>
  listTable([...issueRowMembers, 'anchor'], {
    ...found,
    items: items.map((row) => ({ ...row, anchor: linkPartsOf(row.element)?.text ?? null })),
  });

/** Returns links as a CSV table. */
export const siteLinksTable = (found: SiteLinksAnswer): CsvTable => listTable(linkRowMembers, found);
