import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createCachedEndpoint, responseTo } from '../platform/http/cached-endpoint.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createDynamoDB } from '../platform/dynamodb/light-client.ts';
import { createPages, type Pages, type StoredPage } from './pages.ts';
import type { PageSettings } from './settings.ts';
import type { Found } from './answer-miss.ts';
import { pageAddress } from '../platform/names/page-address.ts';
import { plainParameters } from '../platform/http/plain-query.ts';
import { pageMembersHash } from '../record/members-hash.computed.ts';
import { pageData } from '../record/page-record.ts';

/** Creates the page endpoint. A cached answer costs one read; what only a miss needs is loaded on a miss. */
export function createPageEndpoint(settings: PageSettings): Endpoint {
  const db = createDynamoDB(settings);
  const pages = createPages(db, settings.PAGES_TABLE, Date.now);

  return createCachedEndpoint<Found, null>({
    async read(event, now) {
      const cached = await readCached(event, pages, now);
      return cached ? { stored: { ...cached, cacheStatus: 'hit' } } : { missed: null };
    },
    hitFacts: { cache_status: 'hit' },
    miss: async (event) => (await import('./answer-miss.ts')).answerMiss(event, { db, settings }),
    respond,
  });
}

/** Parameters of a plain query. */
const PLAIN = new Set(['url', 'refresh', 'fields', 'api_key']);

interface CachedHit {
  entry: StoredPage;
  /** Requested members; undefined: all. */
  fields: string | undefined;
}

/**
 * Reads the entry for a plain query, with one `GetItem`. Addresses are validated before an entry is stored, so that
 * only their form is checked here.
 *
 * @param now milliseconds since the epoch
 * @returns `null` if the request needs the complete query (`answer-miss.ts`)
 */
export async function readCached(
  event: APIGatewayProxyEvent,
  pages: Pick<Pages, 'read' | 'recordRequest'>,
  now: number,
): Promise<CachedHit | null> {
  const given = plainParameters(event, PLAIN);
  if (!given) return null;
  const address = pageAddress(given.url ?? '');
  if ('problem' in address) return null;
  const { fields } = given;
  if (fields !== undefined && !(await loadFields()).arePageFields(fields)) return null;

  const entry = await pages.read(address);
  if (!entry || (entry.retryAt !== null && entry.retryAt <= now)) return null;
  await pages.recordRequest(entry);
  return { entry, fields };
}

/** Loaded on demand: most calls request all members. */
const loadFields = () => import('../record/page-fields.ts');

/**
 * Returns the answer with all or the requested members, or 304 if the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(event: APIGatewayProxyEvent, found: Found, now: number): Promise<APIGatewayProxyResult> {
  const { revision } = found.entry;
  return responseTo(event, {
    json: await dataOf(found, now),
    revision: revision === undefined ? null : [pageMembersHash, revision, found.fields ?? ''],
  });
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return pageData(entry, cacheStatus, now);
  const { pageFields } = await import('../record/page-fields.ts');
  return pageFields(entry, cacheStatus, fields, now);
}
