/** Limits of what a crawl may request, which are the same for the workspace and the tools of assistants. */

/** Bounds of the maximum number of pages of a crawl, which the operator may lower. */
export const crawlPageBounds = { min: 1, max: 50_000 };
/** Highest page limit of a crawl whose owner has not proved control of the domain by a file. */
export const PAGES_WITHOUT_PROOF = 5_000;
/** Maximum numbers of addresses in the lists of a scope. */
export const MAX_ADDRESSES = { urls: 5_000, sitemaps: 50 };
