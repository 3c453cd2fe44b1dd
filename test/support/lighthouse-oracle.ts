import axe from 'axe-core';
import type * as jsdom from 'jsdom';
import LinkHeader from 'http-link-header';
import { importPackage } from '../corpora/packages.ts';

interface LighthouseAudit {
  audit(artifacts: unknown, context: unknown): Product | Promise<Product>;
}

interface Scoring {
  ReportScoring: {
    scoreAllCategories(
      categories: Record<string, { title: string; auditRefs: { id: string; weight: number }[] }>,
      results: Record<string, { score: number | null; scoreDisplayMode: string }>,
    ): Record<string, { score: number | null }>;
  };
}

const AUDITS = [
  'is-crawlable',
  'meta-description',
  'http-status-code',
  'link-text',
  'crawlable-anchors',
  'robots-txt',
  'hreflang',
  'canonical',
];

const [{ JSDOM, VirtualConsole }, { ReportScoring }, ...audits] = await Promise.all([
  importPackage<typeof jsdom>('jsdom'),
  importPackage<Scoring>('lighthouse/core/scoring.js'),
  ...AUDITS.map((id) => importPackage<{ default: LighthouseAudit }>(`lighthouse/core/audits/seo/${id}.js`)),
]);

/** The response with a page, without its body. */
export interface Answer {
  url: string;
  status: number;
  headers: [string, string][];
  robots: { status: number | null; content: string | null };
}

export interface OraclePage extends Answer {
  html: string;
}

type Statuses = Record<string, 'pass' | 'fail' | 'not_applicable'>;

export interface LighthouseVerdicts {
  statuses: Statuses;
  /** Number of elements, headers or lines that each audit reports. */
  findings: Record<string, number>;
  score: number;
}

/** Returns Lighthouse's results for a page, without a browser. */
export async function askLighthouse(page: OraclePage): Promise<LighthouseVerdicts> {
  const dom = new JSDOM(page.html, { url: page.url, virtualConsole: new VirtualConsole() });
  try {
    return await judgeDom(dom, page);
  } finally {
    dom.window.close();
  }
}

/**
 * Returns Lighthouse's results for a page in jsdom: its own audits with artifacts that are read from the tree, and
 * axe-core inside jsdom.
 */
export async function judgeDom(dom: jsdom.JSDOM, answer: Answer): Promise<LighthouseVerdicts> {
  const artifacts = readArtifacts(dom, answer);
  const context = lighthouseContext(answer);
  const products: Record<string, Product> = {};
  for (const [index, id] of AUDITS.entries()) products[id] = await audits[index]!.default.audit(artifacts, context);
  Object.assign(products, await runAxe(dom));
  const statuses = Object.fromEntries<Statuses[string]>(
    Object.entries(products).map(([id, { score, notApplicable }]) => [
      id,
      notApplicable ? 'not_applicable' : score === 1 ? 'pass' : 'fail',
    ]),
  );
  const findings = Object.fromEntries(
    Object.entries(products).map(([id, { details }]) => [id, details?.items?.length ?? 0]),
  );
  return { statuses, findings, score: categoryScore(products) };
}

/**
 * Removes `<noscript>` from the head. jsdom parses without scripting, where an image in a `<noscript>` ends the head.
 * In Chrome, which Lighthouse uses, scripting is enabled: noscript is text, and the head continues.
 */
export function withoutNoscriptInHead(html: string): string {
  const [head] = HEAD.exec(html)!;
  return head.replace(/<noscript\b[\s\S]*?<\/noscript\s*>/gi, '') + html.slice(head.length);
}

/** Content before the start of the body, which is a body tag or another element of the body. */
const HEAD =
  /^(?:\s+|<!--[\s\S]*?-->|<![^>]*>|<(script|style|title|noscript)\b[\s\S]*?<\/\1\s*>|<(?:html|head|meta|link|base)\b[^>]*>)*/i;

interface Product {
  score: number | null;
  notApplicable?: boolean;
  details?: { items?: unknown[] };
}

function categoryScore(products: Record<string, Product>): number {
  const results = Object.fromEntries(
    Object.entries(products).map(([id, { score, notApplicable }]) => [
      id,
      { score, scoreDisplayMode: notApplicable ? 'notApplicable' : 'binary' },
    ]),
  );
  const auditRefs = Object.keys(products).map((id) => ({ id, weight: id === 'is-crawlable' ? 93 / 23 : 1 }));
  const categories = ReportScoring.scoreAllCategories({ seo: { title: '', auditRefs } }, results);
  return Math.round((categories.seo?.score ?? NaN) * 100);
}

/** Returns precomputed network records, among which the audits look up the main document. */
function lighthouseContext(page: Answer): unknown {
  const record = {
    url: page.url,
    requestId: '1',
    statusCode: page.status,
    resourceType: 'Document',
    responseHeaders: page.headers.map(([name, value]) => ({ name, value })),
  };
  const computed = new Map([['NetworkRecords', { get: () => Promise.resolve([record]), set: () => {} }]]);
  return { computedCache: computed, settings: {} };
}

function readArtifacts(dom: jsdom.JSDOM, page: Answer): unknown {
  const { document } = dom.window;
  return {
    URL: { mainDocumentUrl: page.url, finalDisplayedUrl: page.url },
    DevtoolsLog: [],
    RobotsTxt: page.robots,
    MetaElements: [...document.querySelectorAll<HTMLMetaElement>('head meta')].map((meta) => ({
      name: meta.name.toLowerCase(),
      content: meta.content,
      node: {},
    })),
    LinkElements: documentLinks(dom, page),
    AnchorElements: [...document.querySelectorAll<HTMLAnchorElement | SVGAElement>('a')].map((node) =>
      anchor(dom, node),
    ),
  };
}

/** Returns the links of a document's elements and headers, collected like Lighthouse does. */
export function documentLinks(dom: jsdom.JSDOM, page: Answer) {
  return [...linkElements(dom), ...linkHeaders(page)].map((link) => ({ ...link, rel: link.rel.toLowerCase() }));
}

function linkElements(dom: jsdom.JSDOM) {
  return [...dom.window.document.querySelectorAll('link')]
    .filter((link) => link instanceof dom.window.HTMLLinkElement)
    .map((link) => ({
      rel: link.rel,
      href: link.href,
      hreflang: link.hreflang,
      hrefRaw: link.getAttribute('href') ?? '',
      source: link.closest('head') ? 'head' : 'body',
      node: {},
    }));
}

function linkHeaders(page: Answer) {
  return page.headers
    .filter(([name]) => name === 'link')
    .flatMap(([, value]) => LinkHeader.parse(value).refs)
    .map(({ uri, rel, hreflang }) => ({
      rel: rel ?? '',
      href: URL.parse(uri, page.url)?.href ?? null,
      hreflang: String(hreflang ?? ''),
      hrefRaw: uri,
      source: 'headers',
      node: null,
    }));
}

function anchor(dom: jsdom.JSDOM, node: HTMLAnchorElement | SVGAElement) {
  const html = node instanceof dom.window.HTMLAnchorElement;
  const attributeNames = node.getAttributeNames();
  const svgHref = node.getAttribute('href') ?? node.getAttribute('xlink:href') ?? '';
  return {
    href: html ? node.href : (URL.parse(svgHref, dom.window.location.href)?.href ?? ''),
    rawHref: node.getAttribute('href') ?? '',
    role: node.getAttribute('role') ?? '',
    id: node.getAttribute('id') ?? '',
    name: html ? node.name : undefined,
    rel: html ? node.rel : '',
    text: html ? innerText(dom, node) : (node.textContent ?? ''),
    textLang: langOfInnerText(node) ?? undefined,
    attributeNames,
    listeners: attributeNames.filter((name) => name.startsWith('on')),
    node: {},
  };
}

const BLOCK = /^(?:block|flex|grid|table|table-row|table-cell|list-item|flow-root)$/;

/** Returns innerText, which jsdom lacks: computed styles determine hidden and block elements. */
function innerText(dom: jsdom.JSDOM, root: HTMLElement): string {
  const style = (element: Element) => dom.window.getComputedStyle(element);
  const read = (node: Node): string => {
    if (node.nodeType === 3) return (node.nodeValue ?? '').replace(/[ \t\n\f\r]+/g, ' ');
    if (node.nodeType !== 1) return '';
    const element = node as Element;
    if (/^(?:script|style|title|iframe|noembed|noframes|textarea)$/i.test(element.localName)) return '';
    if (element.localName === 'br') return '\n';
    const { display, visibility } = style(element);
    if (element !== root && (display === 'none' || visibility === 'hidden')) return '';
    const inner = [...node.childNodes].map(read).join('');
    return element !== root && BLOCK.test(display) ? `\n${inner}\n` : inner;
  };
  const shown = root.innerHTML === '' || !isHidden(dom, root);
  return (shown ? read(root) : (root.textContent ?? '')).replace(/ *\n+[ \n]*/g, '\n').replace(/ +/g, ' ');
}

function isHidden(dom: jsdom.JSDOM, element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parentElement) {
    if (dom.window.getComputedStyle(node).display === 'none') return true;
  }
  return false;
}

/** Equals Lighthouse's getLangOfInnerText, which runs in the page. */
function langOfInnerText(node: Element): string | null {
  let lang: string | null = null;
  for (const child of node.querySelectorAll('*')) {
    const childLang = child.textContent ? child.closest('[lang]')?.getAttribute('lang') : null;
    if (!childLang) continue;
    if (lang && lang.split('-')[0] !== childLang.split('-')[0]) return null;
    lang ??= childLang;
  }
  return lang ?? node.closest('[lang]')?.getAttribute('lang') ?? null;
}

async function runAxe(dom: jsdom.JSDOM): Promise<Record<string, Product>> {
  const { violations, inapplicable } = await axe.run(dom.window.document.documentElement, {
    runOnly: { type: 'rule', values: ['image-alt', 'document-title'] },
    resultTypes: ['violations', 'inapplicable'],
    elementRef: true,
    preload: false,
    // Frames are not loaded here; axe-core would wait half a second for a response of each.
    iframes: false,
  });
  const product = (id: string): Product => {
    if (inapplicable.some((rule) => rule.id === id)) return { score: null, notApplicable: true };
    const violation = violations.find((rule) => rule.id === id);
    return violation ? { score: 0, details: { items: violation.nodes } } : { score: 1 };
  };
  return { 'image-alt': product('image-alt'), 'document-title': product('document-title') };
}
