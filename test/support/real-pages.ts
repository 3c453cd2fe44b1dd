import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CORPORA } from '../corpora/packages.ts';
import { CRAWLER_TOKEN } from '../../functions/core/platform/network/user-agent.ts';
import type { Answer } from './lighthouse-oracle.ts';

/** A third-party page, and its response in the test. */
export interface RealPage extends Answer {
  /** Path of its file below a folder of packages. */
  file: string;
  body: Buffer;
}

/** Recorded pages of news sites, and pages in packages, which often lack elements for search engines. */
const FILES: Record<string, string[]> = {
  [CORPORA]: ['htmlparser-benchmark/files/*.html', 'lighthouse/{report,flow-report}/assets/*.html'],
  node_modules: ['playwright-core/lib/vite/**/*.html', 'swagger-ui-dist/*.html'],
};

/** Host of the pages that do not contain their own address. */
const ELSEWHERE = 'http://pages.recorded.test';

const CONTENT_TYPES = [
  'text/html; charset=utf-8',
  'text/html',
  'text/html; charset=ISO-8859-1',
  'text/html',
  'TEXT/HTML;Charset="UTF-8"',
];
const STATUSES = [404, 203, 410];
const ROBOTS_TAGS = [
  'noindex',
  'googlebot: noindex',
  'nofollow, NONE',
  'noarchive, max-snippet: 20',
  'unavailable_after: 25 Jun 2010 15:00:00 PST',
  'unavailable_after: 25 Jun 2099 15:00:00 PST',
];
const LINKS = [
  '<{page}>; rel="canonical"',
  '<https://elsewhere.test/>; rel=canonical',
  '</a/b?c=d>; rel=canonical',
  '</>; rel="canonical"; title="home"',
  '</de/>; rel="alternate"; hreflang="de", <{page}>; rel=alternate; hreflang=en',
  '<http://elsewhere.test/jp>; rel="alternate"; hreflang="jp"',
  '</style.css>; rel=preload; as=style',
];

/** Responses of hosts for `/robots.txt`. */
const ROBOTS: Answer['robots'][] = [
  text(
    'User-agent: *\nDisallow: /cgi-bin/\nDisallow: /*-world\nDisallow: /*/health/$\nSitemap: https://elsewhere.test/sitemap.xml',
  ),
  { status: 404, content: null },
  text('User-agent: *\nDisallow: /search\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /'),
  text(''),
  text(`User-agent: *\nDisallow: /\n\nUser-agent: ${CRAWLER_TOKEN}\nAllow: /`),
  text('Disallow: /before-any-agent\nUser-agent: *\nDisallow: /admin\nfoo: bar\nSitemap: /relative.xml'),
  text(`User-agent: ${CRAWLER_TOKEN}\nDisallow: /*health\nDisallow: /*-2\nAllow: /*/health-science/\n`),
  { status: 410, content: null },
  text('User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /*2013\n\nUser-agent: *\nDisallow: /*.jsp$'),
  text('<!doctype html>\n<title>Not found</title>'),
  text('User-agent: *\nDisallow: /*-h\nDisallow: /*/2013/\nAllow: /*.html$\n# the end'),
];

function text(content: string): Answer['robots'] {
  return { status: 200, content };
}

/**
 * Returns the pages, each with the address that it states as its own. Headers, statuses and robots.txt differ between
 * pages and hosts, and are the same in every run.
 */
export function readRealPages(): RealPage[] {
  const taken = new Set<string>();
  const hosts: string[] = [];
  return Object.entries(FILES)
    .flatMap(([folder, files]) => globSync(files, { cwd: folder }).map((name) => ({ folder, name })))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ folder, name }, index) => {
      const body = readFileSync(`${folder}/${name}`);
      const url = untaken(ownAddress(body.toString()) ?? `${ELSEWHERE}/${name}`, taken);
      const { host } = new URL(url);
      if (!hosts.includes(host)) hosts.push(host);
      return {
        file: name,
        url,
        status: every(29, index, STATUSES) ?? 200,
        headers: headersOf(url, index),
        body,
        robots: ROBOTS[hosts.indexOf(host) % ROBOTS.length]!,
      };
    });
}

/** Returns the address that a page states as its own; parsed roughly, since no result depends on it. */
function ownAddress(html: string): string | null {
  const tags = html.match(/<link\b[^>]*\bcanonical\b[^>]*>|<meta\b[^>]*\bog:url\b[^>]*>/gi) ?? [];
  const named = tags.map((tag) => /\b(?:href|content)\s*=\s*["'](https?:[^"'#]+)/i.exec(tag)?.[1]);
  const address = named.find((found) => found !== undefined);
  return address === undefined ? null : new URL(address.replaceAll('&amp;', '&')).href;
}

function untaken(url: string, taken: Set<string>): string {
  const own = new URL(url);
  while (taken.has(own.href)) own.searchParams.append('again', '1');
  taken.add(own.href);
  return own.href;
}

function headersOf(url: string, index: number): [string, string][] {
  const robots = every(6, index, ROBOTS_TAGS);
  const link = every(5, index, LINKS)?.replace('{page}', url);
  return [
    ['content-type', CONTENT_TYPES[index % CONTENT_TYPES.length]!],
    ...(robots === null ? [] : [['x-robots-tag', robots] satisfies [string, string]]),
    ...(link === undefined ? [] : [['link', link] satisfies [string, string]]),
  ];
}

/** @returns one of the values, cyclically, for every n-th page, otherwise null */
function every<T>(pages: number, index: number, values: T[]): T | null {
  return index % pages === pages - 1 ? values[Math.floor(index / pages) % values.length]! : null;
}

/** Returns a listener that serves all hosts of the pages. */
export function serveRealPages(pages: RealPage[]): (request: IncomingMessage, response: ServerResponse) => void {
  const byUrl = new Map(pages.map((page, index) => [page.url, { page, index }]));
  const robotsOf = new Map(pages.map(({ url, robots }) => [new URL('/robots.txt', url).href, robots]));
  return ({ url: path, headers: { host } }, response) => {
    const url = `http://${host}${path}`;
    const robots = robotsOf.get(url);
    if (robots) return void response.writeHead(robots.status!, { 'Content-Type': 'text/plain' }).end(robots.content);
    const found = byUrl.get(url);
    if (!found) return void response.writeHead(404).end();
    const { page, index } = found;
    const [coding, body] = encode(page.body, index);
    const codings: [string, string][] = coding === null ? [] : [['content-encoding', coding]];
    response.writeHead(page.status, [...page.headers, ...codings].flat()).end(body);
  };
}

function encode(body: Buffer, index: number): [coding: string | null, body: Buffer] {
  if (index % 3 === 1) return ['gzip', gzipSync(body)];
  return index % 3 === 2 ? ['br', brotliCompressSync(body)] : [null, body];
}
