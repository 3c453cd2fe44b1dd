import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { success } from '../../http/envelope.ts';
import { unlessKnown, weakEtag } from '../../http/etag.ts';
import { pageData } from '../../record/page-answer.ts';
import type { CachedPage, PageAnswer } from '../../record/page-record.ts';

/** What a query has found. */
export interface Found {
  /** With the revision under which it is stored; one that this call has stored has none. */
  entry: CachedPage & { revision?: string };
  cacheStatus: PageAnswer['cache_status'];
  /** The members that were asked for, as valid text; undefined: all. */
  fields: string | undefined;
}

/**
 * Hash of the names of all members of the answer: part of the ETag, since another version may answer with other members
 * of the same record. `test/unit/answers/page/respond.test.ts` tells its value.
 */
export const MEMBERS_HASH = 'azG5lS2AGoDN';

/**
 * The answer with all members or those that were asked for, or 304 where the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(event: APIGatewayProxyEvent, found: Found, now: number): Promise<APIGatewayProxyResult> {
  const { entry, fields } = found;
  const answer = success(event, await dataOf(found, now));
  if (entry.revision === undefined) return answer;
  return unlessKnown(event, weakEtag(MEMBERS_HASH, entry.revision, fields ?? ''), answer);
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return pageData(entry, cacheStatus, now);
  const { pageFields } = await import('../../record/page-fields.ts');
  return pageFields(entry, cacheStatus, fields, now);
}
