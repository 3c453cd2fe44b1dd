import { importPackage } from '../corpora/packages.ts';

interface Linkinator {
  LinkChecker: new () => {
    check(options: {
      path: string;
      recurse: boolean;
      sitemap: boolean;
      linksToSkip: (link: string) => Promise<boolean>;
    }): Promise<{ links: { url: string; parent?: string; state: string; displayText?: string }[] }>;
  };
  LinkState: { BROKEN: string };
}

/** A broken link; addresses are without fragments. */
export interface BrokenLink {
  page: string;
  target: string;
  /** Text of the link, white space collapsed. */
  text: string;
}

/**
 * Checks a site with linkinator: all pages of its sitemap, and all linked ones.
 *
 * @param origin of the site, which linkinator resolves itself
 * @returns the broken links in `<a href>` to the site; those in other elements, which linkinator checks too, are
 *   omitted
 */
export async function findBrokenLinks(origin: string): Promise<BrokenLink[]> {
  const { LinkChecker, LinkState } = await importPackage<Linkinator>('linkinator');
  const { links } = await new LinkChecker().check({
    path: `${origin}/`,
    recurse: true,
    sitemap: true,
    linksToSkip: (link) => Promise.resolve(!link.startsWith(`${origin}/`)),
  });
  // It reports the text of `<a>` only.
  const broken = links.filter(({ state, displayText }) => state === LinkState.BROKEN && displayText !== undefined);
  return broken
    .filter(({ url }) => !isOfBase(url))
    .map(({ url, parent, displayText }) => {
      return { page: parent!, target: url, text: displayText!.replaceAll(/\s+/g, ' ').trim() };
    });
}

/** If a `<base>` has no `href`, linkinator resolves links to fragments against a page of this name. */
function isOfBase(url: string): boolean {
  return url.endsWith('/undefined');
}
