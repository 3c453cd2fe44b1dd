import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createAllowanceServices, fetchAllowance } from '../../accounts/fetch-allowance.ts';
import type { KeySettings, RecordSettings, SuggestionSettings } from '../../platform/settings/settings.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import { recordOf } from '../../record/cached-record.ts';
import { queryDomain } from '../../domains/fetch-domain.ts';
import { createRecordServices } from '../../domains/services.ts';
import { createDomainKeywords } from '../../domains/store/domain-keywords.ts';
import { requestOnce, createSuggestionServices } from '../research/request-once.ts';
import type { SuggestionRequest } from '../research/find-suggestions.ts';
import type { Outcome, SourceQuery } from '../research/source-queries.ts';
import { type FoundPage, foundPage } from './keywords-page.ts';

/** Time limit for all engines; the response is due within ten seconds. */
const ENGINES_TIMEOUT_MS = 9_500;

interface Parts {
  db: DynamoDB;
  settings: RecordSettings & SuggestionSettings & KeySettings;
}

/** Created once per instance, when first needed. */
let services: ReturnType<typeof createServices> | undefined;

function createServices({ db, settings }: Parts) {
  const records = createRecordServices(db, settings);
  return {
    asking: createSuggestionServices(db, settings),
    domainKeywords: createDomainKeywords(db, settings.KEYWORDS_TABLE),
    records,
    allowances: createAllowanceServices({ db, settings, isReachable: records.isReachable }),
  };
}

/** Sends the queries without a stored answer to engines and the provider. */
export function requestMissing(request: SuggestionRequest, missing: SourceQuery[], parts: Parts): Promise<Outcome[]> {
  return requestOnce(request, missing, ENGINES_TIMEOUT_MS, (services ??= createServices(parts)).asking);
}

interface PageRequest {
  domain: string;
  refresh: boolean;
  /** Id of the caller's key: the fetch counts for its owner. */
  keyId: string;
}

/**
 * Fetches a domain as a query does, which stores the keywords of its home page.
 *
 * @throws {ServiceError} domain_allowance_exceeded if the caller's allowance of the day is used up
 * @throws {ServiceError} all_sources_failed if its home page cannot be fetched
 */
export async function readPage(request: PageRequest, parts: Parts): Promise<FoundPage> {
  const { domain, refresh, keyId } = request;
  const { records, domainKeywords, allowances } = (services ??= createServices(parts));
  const allowance = fetchAllowance(keyId, allowances);
  const { entry, cacheStatus } = await queryDomain({ domain, refresh, allowance }, records);
  const found = await domainKeywords.read(domain);
  if (!found && cacheStatus === 'hit') return readPage({ ...request, refresh: true }, parts);
  const report = recordOf(entry).sources.find(({ id }) => id === 'site');
  if (found && report) return foundPage(found, { ...report, fields: ['domain_match'] });
  const reason = report?.error?.code ?? 'unknown';
  throw new ServiceError('all_sources_failed', {
    message: message`The home page of ${{ domain }} could not be fetched: ${{ reason }}`,
  });
}
