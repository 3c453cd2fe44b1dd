import { isUtf8 } from 'node:buffer';
import type * as jsdom from 'jsdom';
import robotsParser from 'robots-parser';
import { importPackage } from '../corpora/packages.ts';
import { CRAWLER_TOKEN } from '../../functions/core/platform/network/user-agent.ts';
import type { PageRecord } from '../../functions/core/record/page-record.ts';
import type { Page } from '../../functions/core/record/record.ts';
import { type Answer, documentLinks } from './lighthouse-oracle.ts';

const { JSDOM, VirtualConsole } = await importPackage<typeof jsdom>('jsdom');

/** The package's types describe a default member; Node's default import is the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** The members of a page that a browser's interfaces also provide. */
export type SecondReading = Pick<
  Page,
  | 'charset'
  | 'lang'
  | 'title'
  | 'meta_description'
  | 'meta_robots'
  | 'x_robots_tag'
  | 'canonical'
  | 'hreflang'
  | 'headings'
  | 'viewport'
>;

/**
 * @returns the page as decoded and parsed by jsdom, which reads no declaration after the first 1,024 bytes. As in Chrome,
 * a later `meta` of the head counts too, and without one, valid UTF-8 is decoded as such
 */
export function parseDocument(body: Buffer, { url, headers }: Answer): jsdom.JSDOM {
  const contentType = valueOf(headers, 'content-type') ?? '';
  const isDeclared = [contentType, body.toString('latin1', 0, 1024)].some((text) => /charset\s*=/i.test(text));
  const [head] = body.toString('latin1').split(/<\/head>/i, 1);
  const encoding = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head!)?.[1] ?? (isUtf8(body) ? 'utf-8' : null);
  const type = isDeclared || encoding === null ? contentType : `text/html; charset=${encoding}`;
  return new JSDOM(body, { url, contentType: type, virtualConsole: new VirtualConsole() });
}

/** Reads a document with a browser's interfaces, and its headers with `http-link-header`. */
export function readDocument(dom: jsdom.JSDOM, answer: Answer): SecondReading {
  const { document } = dom.window;
  const meta = (name: string, ancestor = '') =>
    document.querySelector<HTMLMetaElement>(`${ancestor} meta[name="${name}" i]`)?.content ?? null;
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const links = documentLinks(dom, answer).filter(({ source }) => source !== 'body');
  return {
    charset: document.characterSet.toLowerCase(),
    lang: orNull(document.documentElement.getAttribute('lang')),
    title: orNull(document.title),
    meta_description: orNull(cut(meta('description', 'head'))),
    meta_robots: orNull(meta('robots', 'head')),
    x_robots_tag: valueOf(answer.headers, 'x-robots-tag'),
    canonical: links.find(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '')?.href ?? null,
    hreflang: links
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .map(({ hreflang, hrefRaw }) => ({ hreflang, href: hrefRaw })),
    headings: { h1: count('h1'), h2: count('h2'), h3: count('h3'), h4: count('h4'), h5: count('h5'), h6: count('h6') },
    viewport: orNull(meta('viewport')),
  };
}

/** A text of white space alone is not there. */
const orNull = (text: string | null) => (text?.trim() ? text : null);

/** Reads robots.txt with `robots-parser`: whether the crawler may fetch a page, and the matching line. */
export function readRobots({ url, robots: { content } }: Answer): PageRecord['robots'] {
  const rules = parseRobots(new URL('/robots.txt', url).href, content ?? '');
  const line = rules.getMatchingLineNumber(url, CRAWLER_TOKEN) ?? -1;
  const rule = line < 0 ? null : content!.split('\n')[line - 1]!;
  return { allowed: rules.isAllowed(url, CRAWLER_TOKEN) ?? true, rule };
}

/** Truncates a description like the service, to 2,000 characters. */
function cut(description: string | null): string | null {
  return description && [...description].slice(0, 2_000).join('');
}

function valueOf(headers: Answer['headers'], requested: string): string | null {
  return headers.find(([name]) => name === requested)?.[1] ?? null;
}
