/**
 * The tags of an API key in API Gateway that say to whom it belongs. They are the only place where that is stored for
 * good. A key without the tag `owner`, such as one made in the console, is its own owner: its id.
 */
import type { ApiKey } from '@aws-sdk/client-api-gateway';
import { randomBytes } from 'node:crypto';

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
