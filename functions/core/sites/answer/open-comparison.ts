import * as z from 'zod/mini';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { attachment, jsonOrCsv } from '../../platform/http/csv.ts';
import { responseHeaders } from '../../platform/http/envelope.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import { choiceParameter, readParameters } from '../../platform/http/parameters.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { SiteCompareSettings } from '../../platform/settings/settings.ts';
import { compareSite, comparisonData, comparisonTable, type SiteCompared } from '../compare/compare-site.ts';
import { junitReport, sarifReport } from '../compare/reports.ts';
import { catalogue } from '../issues/catalogue.computed.ts';
import { createSiteCrawls } from '../store/site-crawls.ts';
import { type DomainSchema, findStored } from './find-stored.ts';

const FORMATS = ['sarif', 'junit', 'json', 'csv'] as const;
type CompareFormat = (typeof FORMATS)[number];
const TYPES = { sarif: 'application/sarif+json', junit: 'application/xml; charset=utf-8' };
const EXTENSIONS = { sarif: 'sarif', junit: 'xml' };

/** Parameters of `/api/v1/seo/site/compare`. */
export function compareParameters(domain: DomainSchema, base: DomainSchema) {
  return z.object({
    domain,
    base: z.optional(base),
    format: z.optional(
      choiceParameter(
        FORMATS,
        'Format of the answer. sarif and junit contain the new occurrences of severity error, at most 5,000. Default: ' +
          'the format that Accept prefers, JSON or CSV',
      ),
    ),
  });
}

export const BASE_DESCRIPTION =
  'Domain whose last crawl is compared, such as that of production for a staging site; addresses are matched by path and ' +
  'query. Default: the previous crawl of the same domain';

/** Answers with the comparison of two crawls, as JSON, CSV, SARIF or JUnit XML. */
export function openComparison(settings: SiteCompareSettings): Endpoint {
  const db = openDynamoDB(settings);
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);

  return async (event) => {
    const find = async (domain: DomainSchema) => {
      const { format, ...request } = readParameters(event, compareParameters(domain, domain));
      return { compared: await compareSite(request, crawls), format };
    };
    const { compared, format } = await findStored(find, () => true, isReachable);
    return answerComparison(event, compared, { format, version: settings.SERVICE_VERSION });
  };
}

/**
 * Answers with a comparison in the requested format, or with 304.
 *
 * @param version of this service, for SARIF
 */
export function answerComparison(
  event: APIGatewayProxyEvent,
  compared: SiteCompared,
  { format, version }: { format?: CompareFormat | undefined; version: string },
): APIGatewayProxyResult {
  if (format === 'sarif' || format === 'junit') return answerReport(event, compared, format, version);
  const found = comparisonData(compared);
  const data = JSON.stringify(found);
  const answer = jsonOrCsv(event, {
    format,
    name: () => nameOf(compared),
    json: () => data,
    csv: () => comparisonTable(found),
  });
  return unlessKnown(event, weakEtag(String(answer.headers?.['Content-Type']), data), answer);
}

function answerReport(
  event: APIGatewayProxyEvent,
  compared: SiteCompared,
  format: 'sarif' | 'junit',
  version: string,
): APIGatewayProxyResult {
  const { now, comparison } = compared;
  const errors = comparison.added.filter(({ severity }) => severity === 'error');
  const report = { site: `https://${now.domain}/`, errors, catalogue, finishedAt: now.finishedAt, version };
  const body = format === 'sarif' ? sarifReport(report) : junitReport(report);
  const file = attachment(nameOf(compared), EXTENSIONS[format]);
  const headers = { ...responseHeaders, 'Content-Type': TYPES[format], 'Content-Disposition': file };
  return unlessKnown(event, weakEtag(format, body), { statusCode: 200, headers, body });
}

const nameOf = ({ now, before }: SiteCompared) => [
  'site-compare',
  now.domain,
  before.domain === now.domain ? null : before.domain,
  now.finishedAt.slice(0, 'YYYY-MM-DD'.length),
];
