/** Bounds of the page limit of a crawl. The page of the workspace uses them, too. */

/** Bounds of the maximum number of pages of a crawl, which the operator may lower. */
export const crawlPageBounds = { min: 1, max: 50_000 };
/** Highest page limit of a crawl whose owner has not proved control of the domain by a file. */
export const PAGES_WITHOUT_PROOF = 5_000;
