import { createHash } from 'node:crypto';
import { issueRowMembers, linkRowMembers } from '../../record/members.computed.ts';
import type { IssueRow, LinkRow } from '../../record/site-evidence-schema.ts';
import type { EvidenceOrder } from './item.ts';

/** The lists of a crawl that has ended, with the type of their rows. */
export interface EvidenceRows {
  issues: IssueRow;
  links: LinkRow;
}
export type ListName = keyof EvidenceRows;

/** Rows of both lists, such as those of one page. */
export interface SomeRows {
  issues: IssueRow[];
  links: LinkRow[];
}

/** The list whose rows are stored in an order. */
export type ListOf<Order extends EvidenceOrder> = Order extends `${string}issues` ? 'issues' : 'links';

/** Rows that follow each other in one item. */
export interface Segment {
  /** Number of the item. */
  chunk: number;
  /** Number of the first row in it. */
  first: number;
  rows: number;
  /** Of the order `issues`: the issue that all rows are of. */
  issue?: string;
  severity?: IssueRow['severity'];
  /**
   * Of the others: the lowest number in it. That is the number of the page, or of the sitemap, in the order of the crawl;
   * of `target-links` {@link numberOfAddress} of the target.
   */
  lowest?: number;
  /** Of links: the {@link traitsOf} its rows, each once. */
  traits?: string;
}

const MEMBERS = { issues: issueRowMembers, links: linkRowMembers };

/** Encodes a row without the names of its members, since a list has up to a million rows. */
export function encodeRow<List extends ListName>(list: List, row: EvidenceRows[List]): string {
  return JSON.stringify(MEMBERS[list].map((member) => row[member as keyof EvidenceRows[List]]));
}

/** Rows without values: a copy has all members at once, which takes a fifth of the time of adding them to an object. */
const EMPTY = {
  issues: Object.fromEntries(issueRowMembers.map((member) => [member, null])),
  links: Object.fromEntries(linkRowMembers.map((member) => [member, null])),
} satisfies Record<ListName, Record<string, unknown>>;

export function decodeRow<List extends ListName>(list: List, values: unknown[]): EvidenceRows[List] {
  const row: Record<string, unknown> = { ...EMPTY[list] };
  const members = MEMBERS[list];
  for (let index = 0; index < members.length; index++) row[members[index]!] = values[index];
  return row as unknown as EvidenceRows[List];
}

const sha256 = (text: string) => createHash('sha256').update(text);

/** @returns eight characters of a hash of an address in normal form; two addresses of a site may have the same */
export const hashOfAddress = (url: string) => sha256(url).digest('base64url').slice(0, 8);

/** @returns 32 bits of a hash of an address in normal form; two addresses may have the same */
export const numberOfAddress = (url: string) => sha256(url).digest().readUInt32BE();

/** The kinds of the answer's schema, which no function loads. */
export const LINK_KINDS: readonly LinkRow['kind'][] = [
  'link',
  'canonical',
  'hreflang',
  'image',
  'script',
  'stylesheet',
  'redirect',
  'sitemap',
];

/** Classes of the state of a link's target: its status by hundreds, an error, or unchecked. */
const STATES = ['0', '1', '2', '3', '4', '5', 'error', 'unchecked'] as const;
export type LinkState = (typeof STATES)[number];

/** @returns the class of an HTTP status */
export const stateOf = (status: number) => String(Math.min(5, Math.floor(status / 100))) as LinkState;

/** @returns a character for a kind and a state, which means the links that have both */
export const traitOf = (kind: LinkRow['kind'], state: LinkState) =>
  String.fromCharCode(0x30 + LINK_KINDS.indexOf(kind) * STATES.length + STATES.indexOf(state));

/** @returns the characters that stand for any of some kinds with any of some states; absent: all */
export const traitsWith = (kinds: readonly LinkRow['kind'][] = LINK_KINDS, states: readonly LinkState[] = STATES) =>
  kinds.flatMap((kind) => states.map((state) => traitOf(kind, state)));

/** @returns the characters that stand for a link */
export function traitsOf(row: LinkRow): string[] {
  const { kind, status, error } = row;
  const states: LinkState[] = [];
  if (status !== null) states.push(stateOf(status));
  if (isUnchecked(row)) states.push('unchecked');
  else if (error !== null) states.push('error');
  return states.map((state) => traitOf(kind, state));
}

const RESOURCES: readonly LinkRow['kind'][] = ['image', 'script', 'stylesheet'];

/** Whether the target was not requested, or is no page of the site and its response shows nothing. */
export function isUnchecked({ kind, internal, status, error }: LinkRow): boolean {
  if (error === null) return status === null;
  return error !== 'name_not_found' && (!internal || RESOURCES.includes(kind));
}
