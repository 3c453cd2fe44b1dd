import type { z } from 'zod';
import type * as schema from './page-schema.ts';

/** Types of the entry of a page; `page-schema.ts` describes each member. */
export type PageRecord = z.infer<typeof schema.pageRecord>;
export type PageAnswer = z.infer<typeof schema.pageAnswer>;

/** Version of the shape that this code writes. */
export const PAGE_VERSION = 1;

/** A page's entry. */
export interface CachedPage {
  /** In normal form. */
  url: string;
  domain: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** From this time on, a query has a page that could not be read asked for again: milliseconds; `null` for never. */
  healAfter: number | null;
  /** Version of the shape by which it was written. */
  version: number;
  /** The `PageRecord` as JSON text. */
  recordJson: string;
}
