import type { z } from 'zod';
import { checkedParameters as checkedHistoryParameters } from '../../functions/shared/answers/history/checked-request.ts';
import { historyTable } from '../../functions/shared/answers/history/history-table.ts';
import { keywordsTable } from '../../functions/shared/answers/keywords/keywords-table.ts';
import { domainKeywordsParameters } from '../../functions/shared/answers/keywords/domain-request.ts';
import { longTailTable } from '../../functions/shared/answers/long-tail/long-tail-table.ts';
import { longTailParameters } from '../../functions/shared/answers/long-tail/request.ts';
import { pageParameters } from '../../functions/shared/answers/page/request.ts';
import { queryParameters as domainQueryParameters } from '../../functions/shared/answers/query/request.ts';
import { checkedParameters as checkedSitePagesParameters } from '../../functions/shared/answers/site-pages/checked-request.ts';
import { usageParameters } from '../../functions/usage/request.ts';
import type { HistoryAnswer } from '../../functions/shared/domain-record/history/read-history.ts';
import type { CsvTable } from '../../functions/shared/text/csv-text.ts';
import type { SitePagesAnswer } from '../../functions/shared/record/site-audit.ts';
import { pagesTable } from '../../functions/shared/site-audits/pages-table.ts';
import type { LongTailAnswer } from '../../functions/shared/answers/long-tail/answer-schema.ts';
import type { KeywordsAnswer } from '../../functions/shared/answers/keywords/answer-schema.ts';
import { readExample } from './examples/read-example.ts';
import { schemaRef } from './json-schema.ts';
import { queryParameters } from './parameters.ts';
import {
  apiKeySecurity,
  cut,
  cutOff,
  errorRefs,
  etag,
  notModified,
  type ResponseName,
  tableHeaders,
} from './responses.ts';

const nothingReserved = () => false;

export interface Endpoint {
  operationId: string;
  summary: string;
  description: string;
  parameters: z.core.$ZodObject;
  /** Name of the response's schema; its example has the same name. */
  answer: string;
  /** Description of `data`. */
  meaning: string;
  csv?: (data: unknown) => CsvTable;
  /** It answers with an ETag, and with 304 to who has the answer. */
  isConditional?: boolean;
  /** Description of `data` as long as work is under way: then it answers 202. */
  underWay?: string;
  /** Errors in addition to those of all endpoints. */
  errors: ResponseName[];
}

const endpoints: Record<string, Endpoint> = {
  '/api/v1/seo/query': {
    operationId: 'getDomainRecord',
    summary: 'What is known of a domain',
    description:
      'The record of a domain: SEO audit, home page, robots.txt, sitemap, DNS, TLS, registration, popularity, archive, ' +
      'performance and search positions. It is read from a permanent cache; a domain that was never asked for is ' +
      'fetched first, which takes seconds. `sources` tells who was asked and what came of it: a source that is ' +
      '`pending` goes on in the background, and a call after `poll_after_seconds` has what it found. An answer from the ' +
      'cache has an ETag, which stays until the record changes.',
    parameters: domainQueryParameters(nothingReserved),
    answer: 'DomainRecordAnswer',
    meaning: 'The record, from the cache or just fetched',
    isConditional: true,
    errors: ['DomainNotFound', 'PlanOrDayUsedUp', 'NothingLearnt'],
  },
  '/api/v1/seo/history': {
    operationId: 'getDomainHistory',
    summary: 'How the figures of a domain went',
    description:
      'Snapshots of a domain within a time window, newest first, what changed from each to the next, and a summary of ' +
      'each figure over the snapshots in the answer. Nothing is fetched for it. A domain that was never asked for has ' +
      'no snapshots.',
    parameters: checkedHistoryParameters(nothingReserved),
    answer: 'HistoryAnswer',
    meaning: 'Snapshots, newest first',
    isConditional: true,
    csv: (data) => historyTable(data as HistoryAnswer),
    errors: [],
  },
  '/api/v1/seo/keywords': {
    operationId: 'searchKeywords',
    summary: 'Keywords by their words, by domain, or both',
    description:
      'Keywords that engines suggest to a text (`q`) and those of the index with all of its words; or, with `domain` ' +
      'alone, the phrases of its home page. With both, phrases of the page with all words of `q` join the others. A ' +
      'text that was never requested is sent to the engines first, a domain that was never read is fetched.',
    parameters: domainKeywordsParameters(nothingReserved),
    answer: 'KeywordsAnswer',
    meaning: 'Keywords in the order asked for',
    csv: (data) => keywordsTable(data as KeywordsAnswer),
    errors: ['DomainNotFound', 'PlanOrDayUsedUp', 'NothingLearnt'],
  },
  '/api/v1/seo/long-tail': {
    operationId: 'findLongTail',
    summary: 'Longer forms of a keyword, in groups',
    description:
      'Phrases that engines suggest to a seed keyword and to questions made of it, in groups. All of them are phrases ' +
      'that an engine has really returned.',
    parameters: longTailParameters,
    answer: 'LongTailAnswer',
    meaning: 'Phrases in groups, the best of each group first',
    csv: (data) => longTailTable(data as LongTailAnswer),
    errors: ['NothingLearnt'],
  },
  '/api/v1/seo/page': {
    operationId: 'getPage',
    summary: 'The audit of any one page',
    description:
      'What a page says, judged as home pages are. It is read from a cache; a page that is new, or was not asked for in ' +
      '90 days, is fetched first, as fast as its site and robots.txt allow. Of a page that robots.txt forbids, `page`, ' +
      '`audit` and `seo_score` are null, and `robots` says which line decides. Where the server answered with something ' +
      'else than the page, `sources` says with what, and a call some time later asks again. An answer from the cache ' +
      'has an ETag, which stays until the entry changes.',
    parameters: pageParameters(nothingReserved),
    answer: 'PageAnswer',
    meaning: 'The page, from the cache or just fetched',
    isConditional: true,
    errors: ['DomainNotFound', 'PlanOrDayUsedUp', 'NothingLearnt'],
  },
  '/api/v1/seo/site/pages': {
    operationId: 'listSitePages',
    summary: 'The pages of a site that was crawled',
    description:
      'Pages of the last crawl of a site that has ended (see `/api/v1/seo/site`), with what each says and the issues ' +
      'that it shows. Nothing is fetched for it: of a site that was never crawled there are none. A cursor goes on with ' +
      'the crawl that the list began with, also where another one ends meanwhile.',
    parameters: checkedSitePagesParameters(nothingReserved),
    answer: 'SitePagesAnswer',
    meaning: 'Pages in the order asked for',
    isConditional: true,
    csv: (data) => pagesTable(data as SitePagesAnswer),
    errors: [],
  },
  '/api/v1/usage': {
    operationId: 'getUsage',
    summary: 'What your key has used',
    description:
      "Of the key that asks: its plan, what is used of the plan's quota, and how many domains and pages may still be " +
      'fetched anew today. The count of requests is that of the gateway, which lags; it is read once in five minutes ' +
      'for all keys of a plan, and `as_of` says when.',
    parameters: usageParameters,
    answer: 'UsageAnswer',
    meaning: 'What the key has used',
    errors: [],
  },
};

/** Paths of group B. */
export function seoPaths() {
  return Object.fromEntries(Object.entries(endpoints).map(([path, endpoint]) => [path, { get: operation(endpoint) }]));
}

/** An operation that needs an API key, without its method. */
export function operation(endpoint: Endpoint) {
  const { operationId, summary, description, parameters, errors } = endpoint;
  return {
    operationId,
    tags: ['Search metrics'],
    summary,
    description,
    security: apiKeySecurity,
    parameters: queryParameters(parameters),
    responses: {
      200: success(endpoint),
      ...(endpoint.underWay !== undefined && { 202: underWay(endpoint.underWay, endpoint) }),
      ...(endpoint.isConditional && { 304: notModified }),
      ...errorRefs('KeyRefused', 'MethodNotAllowed', 'TooLarge', 'BadParameter', 'PlanUsedUp', 'Internal', 'TimeUp'),
      ...errorRefs(...errors),
    },
  };
}

const CHOSEN = 'With `fields`, `data` has the chosen members alone, although its schema requires all of them';

/** The document has no text/csv as content: types made of it would be the JSON or a string (docs/decisions/024). */
function success({ answer, meaning: whole, csv, parameters, isConditional }: Endpoint) {
  const example = readExample(answer) as { data: unknown };
  const content = { 'application/json': { schema: schemaRef(answer), example } };
  const hasFields = Object.hasOwn(parameters._zod.def.shape, 'fields');
  const meaning = hasFields ? `${whole}. ${CHOSEN}` : whole;
  if (!csv) return { description: meaning, ...(isConditional && { headers: etag }), content };
  const table = csv(example.data);
  const columns = table.header.map((name) => `\`${name}\``).join(', ');
  return {
    description:
      `${meaning}. As CSV (text/csv, RFC 4180, UTF-8) for \`Accept: text/csv\` or \`format=csv\`, with the columns ` +
      `${columns}; texts ` +
      'that a spreadsheet would take for formulas have an apostrophe in front.',
    headers: {
      ...tableHeaders,
      ...(isConditional && etag),
      ...(table.isCut !== undefined && cut),
      ...(table.nextCursor !== undefined && cutOff),
    },
    content,
  };
}

/** The answer of 200, without its ETag and its example. */
function underWay(meaning: string, endpoint: Endpoint) {
  const { description, headers } = success({ ...endpoint, meaning, isConditional: false });
  const content = { 'application/json': { schema: schemaRef(endpoint.answer) } };
  return { description, headers: { ...headers, ...pollAfter }, content };
}

const pollAfter = { 'Retry-After': { description: 'poll_after_seconds', schema: { type: 'integer', minimum: 1 } } };
