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

/** A link that leads nowhere, by addresses without fragments. */
export interface BrokenLink {
  page: string;
  target: string;
  /** Text of the link, white space collapsed. */
  text: string;
}

/**
 * Has linkinator go through a site: all that its sitemap names, and what is linked.
 *
 * @param origin of the site, which linkinator resolves itself
 * @returns the broken ones of its `<a href>` to the site; those in other elements, which linkinator checks too, are
 *   left out
 */
export async function findBrokenLinks(origin: string): Promise<BrokenLink[]> {
  const { LinkChecker, LinkState } = await importPackage<Linkinator>('linkinator');
  const { links } = await new LinkChecker().check({
    path: `${origin}/`,
    recurse: true,
    sitemap: true,
    linksToSkip: (link) => Promise.resolve(!link.startsWith(`${origin}/`)),
  });
  // It tells the text of `<a>` alone.
  const broken = links.filter(({ state, displayText }) => state === LinkState.BROKEN && displayText !== undefined);
  return broken
    .filter(({ url }) => !isOfBase(url))
    .map(({ url, parent, displayText }) => {
      return { page: parent!, target: url, text: displayText!.replaceAll(/\s+/g, ' ').trim() };
    });
}

/** Where a `<base>` has no `href`, linkinator resolves links to fragments against a page of this name. */
function isOfBase(url: string): boolean {
  return url.endsWith('/undefined');
}
