import type { HtmlElement } from './open-elements.ts';

/** A link as the audits see it. */
export interface Anchor {
  element: HtmlElement;
  hasHref: boolean;
  /** `href` as written, or empty. */
  rawHref: string;
  /** @returns `href` resolved; as written where it cannot be; empty without one */
  href: () => string;
  /** Host of an http or https address, else null. */
  httpHost: string | null;
  /** `rel` as written; SVG links have none. */
  rel: string;
  name: string;
  /** Text that a browser would show of it, white space collapsed, a line break where a block begins or ends. */
  text: string;
  /** Language of its text; null where none is given or several are. */
  lang: string | null;
}

/** An image as the audits see it. */
export interface Image {
  element: HtmlElement;
  /** Nobody is shown it, not even a screen reader: `hidden`, `aria-hidden`, an inline style, `<noscript>`. */
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
