import { readFields, selectFields } from '../platform/http/fields.ts';
import { type CachedPage, type PageAnswer, pageFront, type PageRecord } from './page-record.ts';
import { pageMembers } from './members.computed.ts';

/** Members that are in each answer, chosen or not. */
const ALWAYS = ['url', 'domain', 'cache_status', 'updated_at', 'sources'];

/** Whether `fields` names members of the answer, as the parameter has to. */
export function arePageFields(text: string): boolean {
  return readFields(text, pageMembers) !== null;
}

/**
 * `data` of the answer with chosen members alone, as JSON text.
 *
 * @param fields as the parameter, valid
 * @param now milliseconds since the epoch
 */
export function pageFields(
  entry: CachedPage,
  cacheStatus: PageAnswer['cache_status'],
  fields: string,
  now: number,
): string {
  const chosen = readFields(fields, pageMembers)!;
  for (const name of ALWAYS) chosen.set(name, null);
  const data = { ...pageFront(entry, cacheStatus, now), ...(JSON.parse(entry.recordJson) as PageRecord) };
  return JSON.stringify(selectFields(data, chosen, pageMembers));
}
