import { HtmlTokens } from '../../../functions/core/analysis/html/html-tokens.ts';
import { HtmlTree } from '../../../functions/core/analysis/html/html-tree.ts';
import { PageFacts } from '../../../functions/core/analysis/page/page-facts.ts';

/** The facts that are compared with a browser. */
export interface AgreedFacts {
  /** Text of the first title element; null without one. */
  title: string | null;
  h1: string[];
  /** `href` of each link that has one, as written. */
  links: string[];
  /** `href` of the first canonical link in the head that has one, as written. */
  canonical: string | null;
  /** Content of the first meta element of this name in the head; null without one. */
  robots: string | null;
  description: string | null;
  /** `src` of each image, as written, or empty. */
  images: string[];
}

export const PAGE_URL = 'https://www.shop.example/path/page';

export const AGREED = ['title', 'h1', 'links', 'canonical', 'robots', 'description', 'images'] as const;

/** Finds the facts with our own analysis. */
export function ourFacts(html: string): AgreedFacts {
  const links: string[] = [];
  const images: string[] = [];
  const facts = new PageFacts(PAGE_URL, {
    anchor: ({ element }) => {
      const href = element.attributes.get('href');
      if (href !== undefined) links.push(href);
    },
    image: ({ element }) => images.push(element.attributes.get('src') ?? ''),
    loader: () => {},
  });
  const tree = new HtmlTree(facts);
  new HtmlTokens(html, tree).read();
  tree.end();
  return {
    title: facts.title,
    h1: facts.h1.items,
    links,
    canonical: facts.links.find(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '')?.hrefRaw ?? null,
    robots: facts.metas.get('robots') ?? null,
    description: facts.metas.get('description') ?? null,
    images,
  };
}

/** Returns equal JSON for equal facts; ignores white space and the order of links (ours are reported at their end). */
export function comparable(facts: AgreedFacts): Record<(typeof AGREED)[number], string> {
  const plain = (value: string | null) => JSON.stringify(value?.replace(/\s+/g, '') ?? null);
  return {
    title: plain(facts.title),
    h1: facts.h1.map(plain).join(),
    links: facts.links.toSorted().join('\n'),
    canonical: plain(facts.canonical),
    robots: plain(facts.robots),
    description: plain(facts.description),
    images: facts.images.join('\n'),
  };
}
