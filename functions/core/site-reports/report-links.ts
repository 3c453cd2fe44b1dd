import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { present, startsWith } from '../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, putItem, queryItems } from '../platform/dynamodb/table.ts';

/** 192 bits, which cannot be guessed. */
const TOKEN_BYTES = 24;
const ID_CHARACTERS = 32;
const PREFIX = 'report#';

/** A link with which anybody can read the report of a domain. Its token is not stored. */
export interface ReportLink {
  id: string;
  /** Name of the operator who created it. */
  createdBy: string;
  /** ISO 8601 times. */
  createdAt: string;
  expiresAt: string;
}

/** Times are milliseconds since the epoch, except `expires_at`, which is in seconds as DynamoDB requires it. */
interface ReportLinkItem {
  part: string;
  created_by: string;
  created_at: number;
  valid_until: number;
}

export type ReportLinks = ReturnType<typeof createReportLinks>;

/**
 * Creates the store of report links in the table `SiteCrawls`, where they are deleted with the domain's crawls. The id of a
 * link is a hash of its token: whoever can read the table cannot open a report.
 */
export function createReportLinks(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  const keyOf = (domain: string, id: string) => ({ domain, part: PREFIX + id });
  /** DynamoDB may return expired items for two days. */
  const isValid = ({ valid_until }: ReportLinkItem) => valid_until > now();
  const linkOf = ({ part, created_by, created_at, valid_until }: ReportLinkItem): ReportLink => ({
    id: part.slice(PREFIX.length),
    createdBy: created_by,
    createdAt: new Date(created_at).toISOString(),
    expiresAt: new Date(valid_until).toISOString(),
  });

  return {
    /** Creates a link that is valid for a number of days. @returns the link, and its token, which is returned only here */
    async create(domain: string, { days, createdBy }: { days: number; createdBy: string }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const key = keyOf(domain, idOf(token));
      const validUntil = now() + days * DAY_MS;
      const item: ReportLinkItem = { ...key, created_by: createdBy, created_at: now(), valid_until: validUntil };
      await putItem(store, { ...key, ...item, expires_at: Math.ceil(validUntil / 1000) });
      return { ...linkOf(item), token };
    },

    /** @returns the valid links of a domain, those that expire last first */
    async list(domain: string): Promise<ReportLink[]> {
      const keys = { domain, part: startsWith(PREFIX) };
      const valid = (await queryItems<ReportLinkItem>(store, keys, { consistent: true })).filter(isValid);
      return valid.map(linkOf).sort((a, b) => b.expiresAt.localeCompare(a.expiresAt));
    },

    /** Revokes a link. @returns false if there is no such link */
    revoke: (domain: string, id: string): Promise<boolean> => deleteItem(store, keyOf(domain, id), { part: present }),

    /** @returns the valid link with this token; `null` if there is none */
    async find(domain: string, token: string): Promise<ReportLink | null> {
      const item = await getItem<ReportLinkItem>(store, keyOf(domain, idOf(token)), { consistent: true });
      return item && isValid(item) ? linkOf(item) : null;
    },
  };
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, ID_CHARACTERS);
}
