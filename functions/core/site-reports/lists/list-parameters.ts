import * as z from 'zod/mini';
import { cursorParameter } from '../../platform/http/paging.ts';
import {
  BadValue,
  choiceParameter,
  formatParameter,
  textParameter,
  unknownName,
  wholeNumberParameter,
} from '../../platform/http/parameters.ts';
import { pageAddress } from '../../platform/names/page-address.ts';
import { crawlIdParameter } from '../read-crawl.ts';
import { issueIds } from '../issues/ids.computed.ts';
import { LINK_KINDS } from '../../crawls/store/evidence-rows.ts';
import type { LinkStatus } from './list-evidence.ts';
import { rowSorts, type StatusRange } from './sort-and-filter-rows.ts';

/** Highest number of rows in one answer. */
const MAX_ROWS = 1_000;
const SEVERITIES = ['error', 'warning', 'notice'] as const;

type Domain = z.ZodMiniType<string, string>;

/** Returns the parameters that each list of a crawl has. */
function listParameters(domain: Domain) {
  return {
    domain,
    crawl: crawlIdParameter('Id of the crawl to list (/api/v1/seo/site/crawls). Default: the audit'),
    cursor: cursorParameter(),
    limit: wholeNumberParameter({ name: 'Maximum number of rows in the answer', min: 1, max: MAX_ROWS, default: 100 }),
    format: formatParameter(),
  };
}

/** Returns the parameters of `/api/v1/seo/site/pages`. */
export function sitePagesParameters(domain: Domain) {
  const { crawl, cursor, limit, format } = listParameters(domain);
  return z.object({
    domain,
    crawl,
    issue: issueParameter('Id of an issue; only pages with this issue are listed'),
    status: textOf(readStatus, {
      description: 'HTTP status, or a class such as 4xx; only pages that responded with it are listed',
      form: { type: 'string', pattern: '^[1-5](?:\\d\\d|[xX][xX])$' },
      examples: ['404', '5xx'],
    }),
    sort: sortParameter,
    cursor,
    limit,
    format,
  });
}

/** Returns the parameters of `/api/v1/seo/site/issues`. */
export function siteIssuesParameters(domain: Domain) {
  const { crawl, cursor, limit, format } = listParameters(domain);
  return z.object({
    domain,
    crawl,
    issue: issueParameter('Id of an issue; only its occurrences are listed'),
    severity: oneOf(SEVERITIES, 'Severity; only occurrences of issues of this severity are listed'),
    url: addressParameter('Address of a page, in any form; only its occurrences are listed'),
    cursor,
    limit,
    format,
  });
}

/** Returns the parameters of `/api/v1/seo/site/links`. */
export function siteLinksParameters(domain: Domain) {
  const { crawl, cursor, limit, format } = listParameters(domain);
  return z.object({
    domain,
    crawl,
    from: addressParameter('Address of a page or a sitemap, in any form; only its links are listed'),
    to: addressParameter('Address of a target, in any form; only links to it are listed'),
    status: textOf(readLinkStatus, {
      description:
        'HTTP status of the target, or a class such as 4xx; error: the target could not be read; unchecked: it was not ' +
        'requested, or is external or a resource and does not show whether it exists. Only such links are listed',
      form: { type: 'string', pattern: '^(?:[1-5](?:\\d\\d|[xX][xX])|error|unchecked)$' },
      examples: ['404', '5xx'],
    }),
    kind: oneOf(LINK_KINDS, 'Kind; only links of this kind are listed'),
    cursor,
    limit,
    format,
  });
}

const textOf = <Value>(read: (text: string) => Value, parameter: Parameters<typeof textParameter>[1]) =>
  z.optional(textParameter(read, parameter));

const oneOf = <const Name extends string>(names: readonly Name[], description: string) =>
  z.optional(choiceParameter(names, description));

function issueParameter(description: string) {
  const read = (text: string): string => {
    if (issueIds.includes(text)) return text;
    const { rule, values } = unknownName(text, [...issueIds], 'issue');
    throw new BadValue(rule, values);
  };
  return textOf(read, { description, form: { type: 'string', enum: [...issueIds] }, examples: ['title-missing'] });
}

/** Returns a parameter with an address of any host, since links may lead to other sites. */
function addressParameter(description: string) {
  const read = (text: string): string => {
    const address = pageAddress(text);
    if (!('problem' in address)) return address.url;
    const { href, protocol } = URL.parse(text) ?? {};
    if (href !== undefined && /^https?:$/.test(protocol ?? '')) return href;
    throw new BadValue('absolute_address');
  };
  return textOf(read, { description, form: { type: 'string' }, examples: ['https://example.com/'] });
}

function readStatus(text: string): StatusRange {
  if (!/^[1-5](?:\d\d|xx)$/i.test(text)) throw new BadValue('http_status');
  return [Number(text.replace(/x/gi, '0')), Number(text.replace(/x/gi, '9'))];
}

function readLinkStatus(text: string): LinkStatus {
  if (text === 'error' || text === 'unchecked') return text;
  if (!/^[1-5](?:\d\d|xx)$/i.test(text)) throw new BadValue('link_status');
  return readStatus(text);
}

const sortParameter = oneOf(
  rowSorts,
  'Sort order: lowest seo_score first, lowest depth (clicks) first, most inlinks first, highest internal_rank first, ' +
    'or url in alphabetical order; unknown values come last. Default: the order of the crawl',
);
