import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { createAllowanceServices, fetchAllowance } from '../../accounts/fetch-allowance.ts';
import type { KeySettings, RecordSettings, SuggestionSettings } from '../../platform/settings/settings.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { message } from '../../platform/http/message.ts';
import { recordOf } from '../../record/cached-record.ts';
import { queryDomain } from '../../domains/fetch-domain.ts';
import { createRecordServices } from '../../domains/services.ts';
import { createDomainKeywords } from '../../domains/store/domain-keywords.ts';
import { askOnce, createSuggestionServices } from '../research/ask-once.ts';
import type { SuggestionRequest } from '../research/find-suggestions.ts';
import type { Outcome, Question } from '../research/questions.ts';
import { type FoundPage, foundPage } from './keywords-page.ts';

/** Time limit for all engines; the response is due within ten seconds. */
const ASK_TIMEOUT_MS = 9_500;

interface Parts {
  db: DynamoDB;
  settings: RecordSettings & SuggestionSettings & KeySettings;
}

/** Created once per instance, when first needed. */
let made: ReturnType<typeof make> | undefined;

function make({ db, settings }: Parts) {
  const records = createRecordServices(db, settings);
  return {
    asking: createSuggestionServices(db, settings),
    domainKeywords: createDomainKeywords(db, settings.KEYWORDS_TABLE),
    records,
    allowances: createAllowanceServices({ db, settings, isReachable: records.isReachable }),
  };
}

/** Asks engines and the provider the questions that have no stored answer. */
export function ask(request: SuggestionRequest, missing: Question[], parts: Parts): Promise<Outcome[]> {
  return askOnce(request, missing, ASK_TIMEOUT_MS, (made ??= make(parts)).asking);
}

interface PageRequest {
  domain: string;
  refresh: boolean;
  /** Of the caller: the fetch counts for its owner. */
  keyId: string;
}

/**
 * Fetches a domain as a query does, which stores the keywords of its home page.
 *
 * @throws {ServiceError} domain_allowance_exceeded where the caller may not have more fetched today
 * @throws {ServiceError} all_sources_failed when its home page cannot be read
 */
export async function readPage(request: PageRequest, parts: Parts): Promise<FoundPage> {
  const { domain, refresh, keyId } = request;
  const { records, domainKeywords, allowances } = (made ??= make(parts));
  const allowance = fetchAllowance(keyId, allowances);
  const { entry, cacheStatus } = await queryDomain({ domain, refresh, allowance }, records);
  const found = await domainKeywords.read(domain);
  if (!found && cacheStatus === 'hit') return readPage({ ...request, refresh: true }, parts);
  const report = recordOf(entry).sources.find(({ id }) => id === 'site');
  if (found && report) return foundPage(found, { ...report, fields: ['domain_match'] });
  const reason = report?.error?.code ?? 'unknown';
  throw new ServiceError('all_sources_failed', {
    message: message`The home page of ${{ domain }} could not be read: ${{ reason }}`,
  });
}
