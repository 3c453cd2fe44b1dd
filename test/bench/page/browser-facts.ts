import type { Page } from 'playwright-core';
import type { AgreedFacts } from './our-facts.ts';

/** Elements whose text is not displayed. */
const SILENT = ['script', 'style', 'title', 'iframe', 'noembed', 'noframes', 'textarea'];

/** Reads the facts of a page that the browser has loaded. */
export function browserFacts(page: Page): Promise<AgreedFacts> {
  return page.evaluate((silent) => {
    const html = 'http://www.w3.org/1999/xhtml';
    const first = (selector: string, attribute: string) =>
      document.head?.querySelector(selector)?.getAttribute(attribute) ?? null;
    const textOf = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      for (const inner of copy.querySelectorAll(silent)) inner.remove();
      return copy.textContent;
    };
    const links = [...document.querySelectorAll('a[href]')];
    const images = [...document.getElementsByTagNameNS(html, 'img')];
    return {
      title: document.getElementsByTagNameNS(html, 'title')[0]?.textContent ?? null,
      h1: [...document.getElementsByTagNameNS(html, 'h1')].map(textOf),
      links: links
        .filter(({ namespaceURI }) => !namespaceURI?.endsWith('MathML'))
        .map((link) => link.getAttribute('href') ?? ''),
      canonical: first('link[rel=canonical i][href]:not([href=""])', 'href'),
      robots: first('meta[name=robots i]', 'content'),
      description: first('meta[name=description i]', 'content'),
      images: images.map((image) => image.getAttribute('src') ?? ''),
    };
  }, SILENT.join());
}
