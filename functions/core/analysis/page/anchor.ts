import { truncate } from '../../platform/text/text.ts';
import type { HtmlElement } from '../html/open-elements.ts';

/** Maximum number of characters of a link's text for people. */
const MAX_TEXT = 100;

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
  /** Whether it, or something inside it, has a text or a text alternative, visible or not. */
  isNamed: boolean;
  /** Hidden, from screen readers too. */
  hidden: boolean;
  /** Language of its text; null if none, or more than one, is declared. */
  lang: string | null;
}

/** An image, with the members that audits use. */
export interface Image {
  element: HtmlElement;
  /** Hidden, from screen readers too: `hidden`, `aria-hidden`, an inline style, `<noscript>`. */
  hidden: boolean;
}

/** @returns the start tag and the text of a link, for people */
export function linkMarkup({ element, text }: Anchor): string {
  return markup(element) + truncate(text.trim(), MAX_TEXT);
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
