import type { HtmlElement } from './open-elements.ts';

/** A link, with the members that audits use. */
export interface Anchor {
  element: HtmlElement;
  hasHref: boolean;
  /** `href` as written, or empty. */
  rawHref: string;
  /** @returns `href` resolved; as written if it cannot be resolved; empty without one */
  href: () => string;
  /** Host of an http or https address, else null. */
  httpHost: string | null;
  /** `rel` as written; SVG links have none. */
  rel: string;
  name: string;
  /** Its text as rendered: white space collapsed, a line break at the start and end of a block. */
  text: string;
  /** Language of its text; null if none, or more than one, is declared. */
  lang: string | null;
}

/** An image, with the members that audits use. */
export interface Image {
  element: HtmlElement;
  /** Hidden, from screen readers too: `hidden`, `aria-hidden`, an inline style, `<noscript>`. */
  hidden: boolean;
}

/** @returns the start tag of an element as markup, for people; at most 200 characters */
export function markup(element: HtmlElement): string {
  let tag = `<${element.name}`;
  for (const [name, value] of element.attributes) {
    if (tag.length > 200) break;
    tag += value === '' ? ` ${name}` : ` ${name}="${value.slice(0, 200).replaceAll('"', '&quot;')}"`;
  }
  return tag.length < 200 ? `${tag}>` : `${tag.slice(0, 199)}…`;
}
