/**
 * The tags of an API key in API Gateway with its stack and owner. They are the only place where these are stored
 * permanently. A key without the tag `owner`, such as one created in the console, is its own owner: its id.
 */
import type { APIGatewayClient, ApiKey } from '@aws-sdk/client-api-gateway';
import { randomBytes } from 'node:crypto';

/** Returns the ARN of an API key, by which its tags are read and changed. It has no account number. */
export async function keyArn(client: APIGatewayClient, keyId: string): Promise<string> {
  const region = await client.config.region();
  return `arn:${partitionOf(region)}:apigateway:${region}::/apikeys/${keyId}`;
}

/** https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

/** Allowances of an owner per day (UTC) that differ from the plan's; `null`: those of the plan. */
export interface OwnAllowances {
  domainsPerDay: number | null;
  pagesPerDay: number | null;
}

/** Maximum allowance. */
export const MAX_PER_DAY = 1_000_000_000;

/** Changes of allowances; missing members do not change. */
export type AllowanceEdit = { [Name in keyof OwnAllowances]?: OwnAllowances[Name] | undefined };

/** Owner of a key. All keys of an owner have the same allowances. */
export interface KeyOwner {
  owner: string;
  allowances: OwnAllowances;
}

/** Holder of an API key. */
export interface KeyHolder extends OwnAllowances {
  /** Id of the owner, to which batches, crawls and allowances belong. */
  owner: string;
  /** Name of the key's plan; `null`: unknown, or none. */
  plan: string | null;
}

export type Tags = Record<string, string>;

const STACK = 'stack';
const OWNER = 'owner';
const ALLOWANCES = { domainsPerDay: 'domains_per_day', pagesPerDay: 'pages_per_day' } as const;
const allowanceNames = Object.keys(ALLOWANCES) as (keyof OwnAllowances)[];
const WHOLE = /^\d{1,15}$/;

/** Returns the owner of a key. An allowance tag that is not a whole number is ignored. */
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

/** Returns an owner of its own for a new key; unlike a key's id, it is known before the key is created. */
export function newOwner(): KeyOwner {
  return {
    owner: `o${randomBytes(8).toString('hex')}`,
    allowances: { domainsPerDay: null, pagesPerDay: null },
  };
}

/** Returns the tag of the keys of a stack: keys belong to the whole account, and the name of one stack can begin another's. */
export function stackTag(stackName: string): Tags {
  return { [STACK]: stackName };
}

export function isOfStack({ tags = {} }: Pick<ApiKey, 'tags'>, stackName: string): boolean {
  return tags[STACK] === stackName;
}

/** Returns the tags of a new key of an owner. */
export function tagsOf({ owner, allowances }: KeyOwner): Tags {
  return { [OWNER]: owner, ...allowanceTags(allowances).set };
}

/** Returns the tags that set allowances, and the names of the tags to remove so that the plan's allowances apply. */
export function allowanceTags(allowances: AllowanceEdit): { set: Tags; removed: string[] } {
  const given = allowanceNames.filter((name) => allowances[name] !== undefined);
  return {
    set: Object.fromEntries(
      given.flatMap((name) => (allowances[name] === null ? [] : [[ALLOWANCES[name], String(allowances[name])]])),
    ),
    removed: given.filter((name) => allowances[name] === null).map((name) => ALLOWANCES[name]),
  };
}

/** Returns whether allowances match an edit. */
export function areAllowed(allowances: OwnAllowances, edit: AllowanceEdit): boolean {
  return allowanceNames.every((name) => edit[name] === undefined || edit[name] === allowances[name]);
}

/** Members of a key that are stored as tags. Keys that were created elsewhere have none of them. */
export interface KeyMarks {
  /** The last characters of its value, by which people identify keys; `null`: unknown. */
  endsWith: string | null;
  /** ISO 8601 time at which it is disabled; `null`: never. */
  expiresAt: string | null;
}

const ENDS_WITH = 'ends_with';
const EXPIRES_AT = 'expires_at';
const SHOWN_CHARACTERS = 4;

/** Reads the tags of a key. An expiry tag that is not a time is ignored. */
export function keyMarksOf({ tags = {} }: Pick<ApiKey, 'tags'>): KeyMarks {
  const expiry = Date.parse(tags[EXPIRES_AT] ?? '');
  return {
    endsWith: tags[ENDS_WITH] ?? null,
    expiresAt: Number.isNaN(expiry) ? null : new Date(expiry).toISOString(),
  };
}

/** Returns the tag of a new key with the end of its value. */
export function valueTag(value: string): Tags {
  return { [ENDS_WITH]: value.slice(-SHOWN_CHARACTERS) };
}

/** Returns the tag that sets an expiry, or the name of the tag to remove (`null`). */
export function expiryTags(expiresAt: string | null): { set: Tags; removed: string[] } {
  return expiresAt === null ? { set: {}, removed: [EXPIRES_AT] } : { set: { [EXPIRES_AT]: expiresAt }, removed: [] };
}

/** @param now milliseconds since the epoch */
export function isExpired({ expiresAt }: Pick<KeyMarks, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
