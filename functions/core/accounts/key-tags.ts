/**
 * The tags of an API key in API Gateway that say to whom it belongs. They are the only place where that is stored for
 * good. A key without the tag `owner`, such as one made in the console, is its own owner: its id.
 */
import type { APIGatewayClient, ApiKey } from '@aws-sdk/client-api-gateway';
import { randomBytes } from 'node:crypto';

/** The ARN of an API key, by which its tags are read and changed. It has no account number. */
export async function keyArn(client: APIGatewayClient, keyId: string): Promise<string> {
  const region = await client.config.region();
  return `arn:${partitionOf(region)}:apigateway:${region}::/apikeys/${keyId}`;
}

/** https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

/** What an owner may have fetched anew a day (UTC), where that was set apart from the plan; `null`: as on the plan. */
export interface OwnAllowances {
  domainsPerDay: number | null;
  pagesPerDay: number | null;
}

/** The largest allowance that may be set. */
export const MOST_PER_DAY = 1_000_000_000;

/** What is not given stays as it is. */
export type AllowanceEdit = { [Name in keyof OwnAllowances]?: OwnAllowances[Name] | undefined };

/** To whom a key belongs. All keys of an owner have the same allowances. */
export interface KeyOwner {
  owner: string;
  allowances: OwnAllowances;
}

/** Who holds an API key. */
export interface KeyHolder extends OwnAllowances {
  /** Batches, crawls and allowances belong to it. */
  owner: string;
  /** Name of the key's plan; `null`: not known, or none. */
  plan: string | null;
}

export type Tags = Record<string, string>;

const OWNER = 'owner';
const ALLOWANCES = { domainsPerDay: 'domains_per_day', pagesPerDay: 'pages_per_day' } as const;
const allowanceNames = Object.keys(ALLOWANCES) as (keyof OwnAllowances)[];
const WHOLE = /^\d{1,15}$/;

/** Anything but a whole number in a tag of an allowance counts as not set. */
export function keyOwnerOf({ id, tags = {} }: Pick<ApiKey, 'id' | 'tags'>): KeyOwner {
  const numberIn = (tag: string) => (WHOLE.test(tags[tag] ?? '') ? Number(tags[tag]) : null);
  return {
    owner: tags[OWNER] || id!,
    allowances: {
      domainsPerDay: numberIn(ALLOWANCES.domainsPerDay),
      pagesPerDay: numberIn(ALLOWANCES.pagesPerDay),
    },
  };
}

/** An owner of its own for a new key; unlike a key's id, it can be known before the key is made. */
export function newOwner(): KeyOwner {
  return {
    owner: `o${randomBytes(8).toString('hex')}`,
    allowances: { domainsPerDay: null, pagesPerDay: null },
  };
}

/** The tags of a new key of an owner. */
export function tagsOf({ owner, allowances }: KeyOwner): Tags {
  return { [OWNER]: owner, ...allowanceTags(allowances).set };
}

/** The tags that set allowances, and the names of those that are removed so that the plan's hold. */
export function allowanceTags(allowances: AllowanceEdit): { set: Tags; removed: string[] } {
  const given = allowanceNames.filter((name) => allowances[name] !== undefined);
  return {
    set: Object.fromEntries(
      given.flatMap((name) => (allowances[name] === null ? [] : [[ALLOWANCES[name], String(allowances[name])]])),
    ),
    removed: given.filter((name) => allowances[name] === null).map((name) => ALLOWANCES[name]),
  };
}

/** Whether allowances are as an edit wants them. */
export function areAllowed(allowances: OwnAllowances, edit: AllowanceEdit): boolean {
  return allowanceNames.every((name) => edit[name] === undefined || edit[name] === allowances[name]);
}

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
