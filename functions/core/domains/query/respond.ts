import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { success } from '../../platform/http/envelope.ts';
import { unlessKnown, weakEtag } from '../../platform/http/etag.ts';
import { answerData } from '../../record/answer-data.ts';
import type { CachedRecord } from '../../record/cached-record.ts';
import { domainMembersHash } from '../../record/members-hash.computed.ts';
import type { DomainAnswer } from '../../record/record.ts';

/** What a query has found. */
export interface Found {
  /** With the revision under which it is stored; one that this call has stored has none. */
  entry: CachedRecord & { revision?: string };
  cacheStatus: DomainAnswer['cache_status'];
  /** The members that were asked for, as valid text; undefined: all. */
  fields: string | undefined;
}

/**
 * The answer with all members or those that were asked for, or 304 where the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(
  event: APIGatewayProxyEvent,
  { entry, cacheStatus, fields }: Found,
  now: number,
): Promise<APIGatewayProxyResult> {
  const answer = success(event, await dataOf({ entry, cacheStatus, fields }, now));
  if (entry.revision === undefined) return answer;
  return unlessKnown(event, weakEtag(domainMembersHash, entry.revision, fields ?? ''), answer);
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return answerData(entry, cacheStatus, now);
  const { answerFields } = await import('../../record/answer-fields.ts');
  return answerFields(entry, cacheStatus, fields, now);
}
