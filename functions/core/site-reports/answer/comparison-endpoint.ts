import * as z from 'zod/mini';
import { createOwnerSlots, type WhileFetching } from '../../accounts/fetch-slots.ts';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { attachment } from '../../platform/http/csv.ts';
import { responseHeaders } from '../../platform/http/envelope.ts';
import { createCachedEndpoint, responseTo } from '../../platform/http/cached-endpoint.ts';
import { apiCallerOf } from '../../platform/http/caller.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import { choiceParameter, parse } from '../../platform/http/parameters.ts';
import { type DomainSchema, storedQuery } from '../../platform/http/stored-query.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { SiteComparisonSettings } from '../settings.ts';
import { compareSite, comparisonData, comparisonTable, type SiteCompared } from '../compare/compare-site.ts';
import { junitReport, sarifReport } from '../compare/reports.ts';
import { crawlSummary } from '../lists/list-crawls.ts';
import { crawlIdParameter, isCrawlId } from '../read-crawl.ts';
import { catalogue } from '../issues/catalogue.computed.ts';
import { createSiteCrawls } from '../../crawls/store/site-crawls.ts';
import { ownerOfCaller } from './caller-owner.ts';

const FORMATS = ['sarif', 'junit', 'json', 'csv'] as const;
type CompareFormat = (typeof FORMATS)[number];
const TYPES = { sarif: 'application/sarif+json', junit: 'application/xml; charset=utf-8' };
const EXTENSIONS = { sarif: 'sarif', junit: 'xml' };

/** Parameters of `/api/v1/seo/site/compare`. */
export function compareParameters(domain: DomainSchema) {
  return z.object({
    domain,
    crawl: crawlIdParameter(
      "Id of the newer crawl (/api/v1/seo/site/crawls). Default: the newest one of your key's owner that has ended, " +
        'whatever its end; else the newest one',
    ),
    base: z.optional(baseParameter(domain)),
    format: z.optional(
      choiceParameter(
        FORMATS,
        'Format of the answer. sarif contains the occurrences of severity error, junit the new ones, at most 5,000 and as ' +
          'many as fit into a response. Default: the format that Accept prefers, JSON or CSV',
      ),
    ),
  });
}

/** Returns the parameter with the id of a crawl, or a domain. */
function baseParameter(domain: DomainSchema) {
  const read = z.transform<string, string>((text, context) => {
    if (isCrawlId(text)) return text;
    const { data, issues } = parse(domain, text);
    context.issues.push(...issues);
    return issues.length === 0 ? data : z.NEVER;
  });
  return z.pipe(z.string(), read).check(
    z.meta({
      description:
        'Crawl that it is compared with: the id of one of this domain, or another domain, whose audit it is, such as ' +
        'production for a staging site. Default: the last complete crawl before it of the same owner and scope, else of ' +
        'the same scope, else of any',
      form: { type: 'string' },
      examples: ['www.example.com'],
    }),
  );
}

/** Answers with the comparison of two crawls, as JSON, CSV, SARIF or JUnit XML. */
export function createComparisonEndpoint(settings: SiteComparisonSettings): Endpoint {
  const db = createDynamoDB(settings);
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  const slots = createOwnerSlots(db, settings);
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);

  return createCachedEndpoint({
    ...storedQuery({
      parameters: compareParameters,
      async find(request, event) {
        let owner: Promise<string> | undefined;
        const ownerOnce = () => (owner ??= ownerOfCaller(apiCallerOf(event), { db, settings }));
        const whileComparing: WhileFetching = async (work) => slots.hold(await ownerOnce(), work);
        const compared = await compareSite(request, { ownerOf: ownerOnce, whileComparing }, crawls);
        return { compared, caller: await ownerOnce() };
      },
      isStored: () => true,
      isReachable,
    }),
    respond: (event, { request: { format }, found: { compared, caller } }) =>
      answerComparison(event, compared, { format, version: settings.SERVICE_VERSION, caller }),
  });
}

/**
 * Answers with a comparison in the requested format, or with 304.
 *
 * @param options `version` of this service, for reports; `caller`: the caller's owner
 */
export function answerComparison(
  event: APIGatewayProxyEvent,
  compared: SiteCompared,
  { format, version, caller }: { format?: CompareFormat | undefined; version: string; caller: string },
): APIGatewayProxyResult {
  if (format === 'sarif' || format === 'junit') return answerReport(event, compared, format, version);
  const found = comparisonData(compared, (crawl) => crawlSummary(crawl, caller));
  const data = JSON.stringify(found);
  return responseTo(event, {
    json: data,
    csv: { format, name: () => nameOf(compared), table: () => comparisonTable(found) },
    revision: [data],
  });
}

function answerReport(
  event: APIGatewayProxyEvent,
  compared: SiteCompared,
  format: 'sarif' | 'junit',
  version: string,
): APIGatewayProxyResult {
  const { newer, comparison } = compared;
  const report = { site: `https://${newer.domain}/`, newer, comparison, catalogue, version };
  const body = format === 'sarif' ? sarifReport(report) : junitReport(report);
  const file = attachment(nameOf(compared), EXTENSIONS[format]);
  const headers = { ...responseHeaders, 'Content-Type': TYPES[format], 'Content-Disposition': file };
  return unlessKnown(event, weakEtag(format, body), { statusCode: 200, headers, body });
}

const nameOf = ({ newer, base }: SiteCompared) => [
  'site-compare',
  newer.domain,
  base.domain === newer.domain ? null : base.domain,
  newer.finishedAt.slice(0, 'YYYY-MM-DD'.length),
];
