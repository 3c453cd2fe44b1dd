import { CIRCLE } from '../../site/redirect-ends.ts';
import type { Site, SitePage } from '../../site/site.ts';

/** @returns the page at the end of the redirects that begin with a page; `undefined` where none was crawled */
export function redirectEnd({ pages }: Site, { redirect_end }: SitePage): SitePage | undefined {
  return pages[redirect_end];
}

/** @returns whether the redirects that begin with a page lead in a circle */
export function isInCircle({ redirect_end }: SitePage): boolean {
  return redirect_end === CIRCLE;
}

/** @returns the page that a redirect names; `undefined` where it is none of the crawled ones, or `page` is no redirect */
export function redirectTarget({ pages }: Site, { redirect_target, index }: SitePage): SitePage | undefined {
  return redirect_target === index ? undefined : pages[redirect_target];
}
