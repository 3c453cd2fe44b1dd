import { OPERATOR } from '../../accounts/operator.ts';
import type { CrawlInProgress } from './crawl-heads.ts';
import { type CrawlOptions, scopeKey } from './item.ts';

/**
 * Returns whether a crawl has credentials, so that only its owner and the operator may read it, and nothing that others
 * read is made from it.
 */
export function isPrivate({ options }: { options: Pick<CrawlOptions, 'headers' | 'basic_auth'> }): boolean {
  return (options.headers?.length ?? 0) > 0 || options.basic_auth === true;
}

/**
 * For whom crawls are read: decides by the owner of a private crawl whether it is among them. It is called for private
 * crawls only, so that it may look up its own owner.
 *
 * @param owner of the crawl; `null`: the operator's schedule
 */
export type Viewer = (owner: string | null) => boolean | Promise<boolean>;

/** Reads no private crawl: for what others see as well. */
export const ANYBODY: Viewer = () => false;

/** Reads all crawls: for the functions that make and store them. */
export const SERVICE: Viewer = () => true;

/** Reads the private crawls of one owner. */
export const ownedBy =
  (viewer: string | null): Viewer =>
  (owner) =>
    owner === viewer;

/** Reads the private crawls of the caller's owner; the operator reads all. */
export function viewerOf(ownerOf: () => Promise<string | null>): Viewer {
  return async (owner) => {
    const caller = await ownerOf();
    return caller === owner || caller === OPERATOR;
  };
}

/** Reads the crawls that one crawl may be compared with: its owner's private ones only if it is private itself. */
export const viewerOfCrawl = (crawl: Pick<CrawlInProgress, 'owner' | 'options'>): Viewer =>
  isPrivate(crawl) ? ownedBy(crawl.owner) : ANYBODY;

/** @returns whether a viewer may read a crawl */
export async function isReadable(crawl: Pick<CrawlInProgress, 'owner' | 'options'>, viewer: Viewer): Promise<boolean> {
  return !isPrivate(crawl) || (await viewer(crawl.owner));
}

/** @returns the crawls that a viewer may read, in their order */
export async function readableOf<Crawl extends Pick<CrawlInProgress, 'owner' | 'options'>>(
  crawls: readonly Crawl[],
  viewer: Viewer,
): Promise<Crawl[]> {
  const readable = await Promise.all(crawls.map((crawl) => isReadable(crawl, viewer)));
  return crawls.filter((_, index) => readable[index]);
}

/** @returns a short text that is equal for crawls of which one repeats the other: same scope, both private or neither */
export function seriesKey(crawl: Pick<CrawlInProgress, 'scope' | 'options'>): string {
  return `${isPrivate(crawl) ? 'private ' : ''}${scopeKey(crawl.scope)}`;
}
