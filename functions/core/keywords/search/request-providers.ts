import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createFetchCallers } from '../../accounts/fetch-caller.ts';
import type { KeywordsSettings } from '../settings.ts';
import type { ApiCaller } from '../../platform/http/caller.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import { recordOf } from '../../record/cached-record.ts';
import { queryDomain } from '../../domains/fetch-domain.ts';
import { createRecordServices } from '../../domains/services.ts';
import { createDomainKeywords } from '../../domains/store/domain-keywords.ts';
import { requestOnce, createSuggestionServices } from '../suggestions/request-once.ts';
import type { SuggestionRequest } from '../suggestions/find-suggestions.ts';
import type { Outcome, SourceQuery } from '../suggestions/source-queries.ts';
import { type FoundPage, foundPage } from './keywords-page.ts';

/** Time limit for all engines; the response is due within ten seconds. */
const ENGINES_TIMEOUT_MS = 9_500;

interface Parts {
  db: DynamoDB;
  settings: KeywordsSettings;
}

/** Created once per instance, when first needed. */
let services: ReturnType<typeof createServices> | undefined;

function createServices({ db, settings }: Parts) {
  const records = createRecordServices(db, settings);
  return {
    asking: createSuggestionServices(db, settings),
    domainKeywords: createDomainKeywords(db, settings.KEYWORDS_TABLE),
    records,
    callerOf: createFetchCallers({ db, settings, isReachable: records.isReachable }),
  };
}

/** Sends the queries without a stored answer to engines and the provider. */
export function requestMissing(
  request: SuggestionRequest,
  missing: SourceQuery[],
  caller: ApiCaller,
  parts: Parts,
): Promise<Outcome[]> {
  const { asking, callerOf } = (services ??= createServices(parts));
  return callerOf(caller).whileFetching((owner) =>
    requestOnce({ ...request, owner }, missing, ENGINES_TIMEOUT_MS, asking),
  );
}

interface PageRequest {
  domain: string;
  refresh: boolean;
  /** The fetch counts for the owner of its key. */
  caller: ApiCaller;
}

/**
 * Fetches a domain as a query does, which stores the keywords of its home page.
 *
 * @throws {ServiceError} domain_allowance_exceeded if the caller's allowance of the day is used up
 * @throws {ServiceError} all_sources_failed if its home page cannot be fetched
 */
export async function readPage(request: PageRequest, parts: Parts): Promise<FoundPage> {
  const { domain, refresh, caller } = request;
  const { records, domainKeywords, callerOf } = (services ??= createServices(parts));
  const { entry, cacheStatus } = await queryDomain({ domain, refresh, ...callerOf(caller) }, records);
  const found = await domainKeywords.read(domain);
  if (!found && cacheStatus === 'hit') return readPage({ ...request, refresh: true }, parts);
  const report = recordOf(entry).sources.find(({ id }) => id === 'site');
  if (found && report) return foundPage(found, { ...report, fields: ['domain_match'] });
  const reason = report?.error?.code ?? 'unknown';
  throw new ServiceError('all_sources_failed', {
    message: message`The home page of ${{ domain }} could not be fetched: ${{ reason }}`,
  });
}
