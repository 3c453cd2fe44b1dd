import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';

/** A site that may keep a crawler busy forever, or crash it. */
export interface HostileSite {
  /** Row of the report, from which the host name is derived. */
  kind: string;
  /** Page limit of its crawl. */
  pages: number;
  /** Serves responses by path and query. */
  serve: RequestListener;
  expected: {
    /** Reason why the crawl ends; `null`: the whole site was crawled. */
    stopReason: 'page_limit' | 'unreachable' | null;
    /** Failure of at least one address. */
    failure?: string;
    /** Maximum number of requests, including robots.txt and sitemaps. */
    requests: number;
    /** Reason why addresses were not followed. */
    skipped?: string;
    /** Issue of at least one page. */
    issue?: string;
    /** Minimum number of pages that were read. */
    read?: number;
  };
}

/** Further requests of each crawl: robots.txt, sitemaps, and attempts over https. */
const FILES = 8;
const MB = 1_000_000;

/** Text that hardly compresses. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const some = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, n) => make(n));

/** A page with its own text and these links. */
function html(text: string, links: string[], head = ''): string {
  const anchors = links.map((href, index) => `<a href="${href.replaceAll('&', '&amp;')}">Link ${index}</a>`).join('\n');
  return `<!doctype html><html lang="en"><title>About ${text}</title>${head}<h1>${text}</h1><p>${text}</p>${anchors}`;
}

/** The response for a path: a body, or a function that sends it. */
type Answer = string | Buffer | ((response: ServerResponse) => void) | undefined;

const redirectTo = (location: string) => (response: ServerResponse) => void response.writeHead(302, { location }).end();

/** @param answerOf returns the response for a path with its query; `undefined`: 404 */
function serving(answerOf: (path: string, host: string) => Answer): RequestListener {
  return ({ url, headers }, response) => {
    const answer = answerOf(url!, headers.host!.replace(/:\d+$/, ''));
    if (typeof answer === 'function') return answer(response);
    if (answer === undefined) return void response.writeHead(404).end();
    const type = url!.endsWith('.xml') ? 'application/xml' : url!.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`).end(answer);
  };
}

const isFile = (path: string) => /^\/(?:robots\.txt|sitemap[^/]*\.xml)$/.test(path);
/** Serves pages only, without robots.txt and sitemaps. */
const pagesOf = (answerOf: (path: string) => Answer) => serving((path) => (isFile(path) ? undefined : answerOf(path)));

const endlessNames: HostileSite = {
  kind: 'endless names',
  pages: 60,
  serve: pagesOf((path) =>
    html(
      path,
      some(20, () => `/p/${noise(12)}`),
    ),
  ),
  expected: { stopReason: 'page_limit', requests: 60 + FILES, read: 60 },
};

const endlessPaths: HostileSite = {
  kind: 'endless paths',
  pages: 500,
  serve: pagesOf((path) => html(path, ['again/', 'and/again/'])),
  expected: { stopReason: null, requests: 60 + FILES, skipped: 'endless_path' },
};

/** Ends at the year 9999. */
const calendar: HostileSite = {
  kind: 'a calendar to the year 9999',
  pages: 500,
  serve: pagesOf((path) => {
    const month = Date.parse(`${/month=([\d-]+)/.exec(path)?.[1] ?? new Date().toISOString().slice(0, 7)}-01`);
    const next = new Date(month + 32 * 86_400_000).toISOString().slice(0, 7);
    return html(path, next.startsWith('+') ? [] : [`/events?month=${next}`]);
  }),
  expected: { stopReason: null, requests: 40 + FILES, skipped: 'calendar', read: 20 },
};

const sessionIds: HostileSite = {
  kind: 'session ids in links',
  pages: 500,
  serve: pagesOf((path) =>
    html(path, [
      ...some(10, (n) => `/page-${n}?PHPSESSID=${randomBytes(16).toString('hex')}`),
      ...some(5, (n) => `/plain-${n}`),
    ]),
  ),
  expected: { stopReason: null, requests: 6 + FILES, skipped: 'session_id', read: 6 },
};

const FILTERS = ['color', 'size', 'brand', 'sort', 'material'];

/** Each page links to all pages that differ from it in one filter. */
const facets: HostileSite = {
  kind: 'any combination of filters',
  pages: 500,
  serve: pagesOf((path) => {
    const { searchParams } = new URL(path, 'http://localhost');
    const others = FILTERS.flatMap((filter) =>
      some(6, (value) => {
        const changed = new URLSearchParams(searchParams);
        changed.set(filter, `${filter}${value}`);
        return `/list?${changed.toString()}`;
      }),
    );
    return html(path, others);
  }),
  expected: { stopReason: null, requests: 150 + FILES, skipped: 'facets', read: 30 },
};

const largePages: HostileSite = {
  kind: 'pages of six megabytes',
  pages: 500,
  serve: pagesOf((path) => {
    const links = path === '/' ? some(3, (n) => `/large-${n}`) : [];
    return Buffer.concat([Buffer.from(html(path, links)), Buffer.alloc(6 * MB, '<p>one <b>two</b> three ')]);
  }),
  expected: { stopReason: null, requests: 4 + FILES, issue: 'large-page', read: 4 },
};

/** Every second one is broken. */
const manyLinks: HostileSite = {
  kind: '100,000 links on a page',
  pages: 20,
  serve: pagesOf((path) => {
    if (path === '/')
      return html(
        path,
        some(100_000, (n) => `/linked/${n}`),
      );
    return /[02468]$/.test(path) ? html(path, ['/']) : undefined;
  }),
  expected: { stopReason: 'page_limit', requests: 20 + FILES, issue: 'broken-link', read: 11 },
};

const endlessRedirects: HostileSite = {
  kind: 'redirects without end',
  pages: 500,
  serve: pagesOf((path) => (path === '/' ? html(path, ['/r/0']) : redirectTo(`/r/${Number(path.slice(3)) + 1}`))),
  expected: { stopReason: null, requests: 12 + FILES, skipped: 'redirect_chain', issue: 'redirect-chain' },
};

const LOOPS: Record<string, Answer> = {
  '/': html('loops', ['/a', '/self', '/into']),
  '/a': redirectTo('/b'),
  '/b': redirectTo('/a'),
  '/self': redirectTo('/self'),
  '/into': redirectTo('/a'),
};
const redirectLoops: HostileSite = {
  kind: 'redirects in a circle',
  pages: 500,
  serve: pagesOf((path) => LOOPS[path]),
  expected: { stopReason: null, requests: 5 + FILES, issue: 'redirect-loop', read: 1 },
};

const lostHome: HostileSite = {
  kind: 'a home page that redirects without end',
  pages: 500,
  serve: pagesOf((path) => redirectTo(`/r/${(Number(path.slice(3)) || 0) + 1}`)),
  expected: { stopReason: 'unreachable', requests: 12 + FILES },
};

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const indexOf = (urls: string[]) =>
  `<sitemapindex ${NAMESPACE}>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const listOf = (urls: string[]) =>
  `<urlset ${NAMESPACE}>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

/** Each sitemap index contains itself, the first one and two new ones. */
const endlessSitemaps: HostileSite = {
  kind: 'sitemaps that name themselves and others',
  pages: 500,
  serve: serving((path, host) => {
    const number = Number(/^\/sitemap-?(\d*)\.xml$/.exec(path)?.[1] ?? -1);
    if (number >= 0) {
      const names = [path, '/sitemap.xml', `/sitemap-${2 * number + 1}.xml`, `/sitemap-${2 * number + 2}.xml`];
      return indexOf(names.map((name) => `http://${host}${name}`));
    }
    return path === '/' ? html(path, []) : undefined;
  }),
  expected: { stopReason: null, requests: 51 + FILES, read: 1 },
};

const fullSitemap: HostileSite = {
  kind: 'a sitemap of 50,000 pages',
  pages: 20,
  serve: serving((path, host) => {
    if (path === '/robots.txt') return undefined;
    if (path === '/sitemap.xml') return listOf(some(50_000, (n) => `http://${host}/listed/${n}`));
    return html(path, ['/']);
  }),
  expected: { stopReason: 'page_limit', requests: 20 + FILES, issue: 'sitemap-orphan', read: 20 },
};

/** All stored members of a page have their maximum size, and hardly compress. */
const longTexts: HostileSite = {
  kind: 'texts and addresses of the longest kind',
  pages: 30,
  serve: serving((path, host) => {
    if (path === '/robots.txt') return undefined;
    const address = () => `http://${host}/${noise(1_900)}`;
    if (path === '/sitemap.xml') return listOf(some(4_000, address));
    const head = [
      `<meta name="description" content="${noise(4_000)}"><meta name="robots" content="${noise(2_000)}">`,
      ...some(200, () => `<link rel="alternate" hreflang="${noise(90)}" href="${address()}">`),
    ];
    return html(noise(2_000), some(1_000, address), head.join('\n'));
  }),
  expected: { stopReason: 'page_limit', requests: 30 + FILES, read: 30 },
};

/** Sends a byte per second, without end. */
const drip = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Slow</title>');
  const timer = setInterval(() => response.write('x'), 1_000);
  response.on('close', () => clearInterval(timer));
};
const dripping: HostileSite = {
  kind: 'a byte a second',
  pages: 500,
  serve: pagesOf((path) =>
    path === '/' ? html(path, ['/slow/1', '/slow/2', '/last']) : path === '/last' ? html(path, []) : drip,
  ),
  expected: { stopReason: null, requests: 4 + FILES, failure: 'incomplete', read: 2 },
};

const softErrors: HostileSite = {
  kind: 'any address answers with the same page',
  pages: 500,
  serve: pagesOf(() =>
    html(
      'nothing',
      some(10, () => `/lost/${noise(12)}`),
    ),
  ),
  expected: { stopReason: null, requests: 40 + FILES, skipped: 'repeated_content', read: 10 },
};

const largeRobots: HostileSite = {
  kind: 'a robots.txt of ten megabytes',
  pages: 500,
  serve: serving((path) => {
    if (path === '/robots.txt') return `User-agent: *\n${'Disallow: /some/path/of/the/site\n'.repeat(10 * (MB / 33))}`;
    return isFile(path) ? undefined : html(path, path === '/' ? ['/some/path/of/the/site', '/free'] : []);
  }),
  expected: { stopReason: null, requests: 2 + FILES, issue: 'robots-blocked-link', read: 2 },
};

const failing: HostileSite = {
  kind: 'connections that break',
  pages: 500,
  serve: pagesOf((path) =>
    path === '/'
      ? html(
          path,
          some(100, (n) => `/p/${n}`),
        )
      : (response) => response.destroy(),
  ),
  expected: { stopReason: 'unreachable', requests: 11 + FILES, read: 1 },
};

export const hostileSites: HostileSite[] = [
  largePages,
  dripping,
  longTexts,
  endlessNames,
  endlessPaths,
  calendar,
  sessionIds,
  facets,
  manyLinks,
  endlessRedirects,
  redirectLoops,
  lostHome,
  endlessSitemaps,
  fullSitemap,
  softErrors,
  largeRobots,
  failing,
];
