import { readFields, selectFields } from '../platform/http/fields.ts';
import { type CachedPage, type PageAnswer, pageFront, type PageRecord } from './page-record.ts';
import { pageMembers } from './members.computed.ts';

/** Members that are in each answer, whether `fields` lists them or not. */
const ALWAYS = ['url', 'domain', 'cache_status', 'updated_at', 'sources'];

/** Whether all names in the parameter `fields` are members of the answer. */
export function arePageFields(text: string): boolean {
  return readFields(text, pageMembers) !== null;
}

/**
 * Returns `data` of the answer as JSON text, with only the members of `fields`.
 *
 * @param fields a valid value of the parameter
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
