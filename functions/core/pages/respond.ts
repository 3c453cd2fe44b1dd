import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { success } from '../platform/http/envelope.ts';
import { unlessKnown, weakEtag } from '../platform/http/etag.ts';
import { pageMembersHash } from '../record/members-hash.computed.ts';
import { pageData } from '../record/page-answer.ts';
import type { CachedPage, PageAnswer } from '../record/page-record.ts';

/** What a query has found. */
export interface Found {
  /** With the revision under which it is stored; one that this call has stored has none. */
  entry: CachedPage & { revision?: string };
  cacheStatus: PageAnswer['cache_status'];
  /** The members that were asked for, as valid text; undefined: all. */
  fields: string | undefined;
}

/**
 * The answer with all members or those that were asked for, or 304 where the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(event: APIGatewayProxyEvent, found: Found, now: number): Promise<APIGatewayProxyResult> {
  const { entry, fields } = found;
  const answer = success(event, await dataOf(found, now));
  if (entry.revision === undefined) return answer;
  return unlessKnown(event, weakEtag(pageMembersHash, entry.revision, fields ?? ''), answer);
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return pageData(entry, cacheStatus, now);
  const { pageFields } = await import('../record/page-fields.ts');
  return pageFields(entry, cacheStatus, fields, now);
}
