import type { ApiKey } from '@aws-sdk/client-api-gateway';
import type { Tags } from './key-tags.ts';

/** What tags of an API key say of the key itself. Keys that were made elsewhere have none of them. */
export interface KeyMarks {
  /** The last characters of its value, by which people tell keys apart; `null`: not known. */
  endsWith: string | null;
  /** ISO 8601 time from which on it is to be disabled; `null`: never. */
  expiresAt: string | null;
}

const ENDS_WITH = 'ends_with';
const EXPIRES_AT = 'expires_at';
const SHOWN_CHARACTERS = 4;

/** Anything but a time in the tag of the expiry counts as none. */
export function keyMarksOf({ tags = {} }: Pick<ApiKey, 'tags'>): KeyMarks {
  const expiry = Date.parse(tags[EXPIRES_AT] ?? '');
  return {
    endsWith: tags[ENDS_WITH] ?? null,
    expiresAt: Number.isNaN(expiry) ? null : new Date(expiry).toISOString(),
  };
}

/** The tag of a new key by its value. */
export function valueTag(value: string): Tags {
  return { [ENDS_WITH]: value.slice(-SHOWN_CHARACTERS) };
}

/** The tag that sets an expiry, or the name of the one that is removed (`null`). */
export function expiryTags(expiresAt: string | null): { set: Tags; removed: string[] } {
  return expiresAt === null ? { set: {}, removed: [EXPIRES_AT] } : { set: { [EXPIRES_AT]: expiresAt }, removed: [] };
}

/** @param now milliseconds since the epoch */
export function isExpired({ expiresAt }: Pick<KeyMarks, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
