import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { DomainAnswer } from '../../../../functions/core/record/record.ts';
import { answering, type Attack, goodPage, serving } from './attack.ts';

const MB = 1_000_000;
/** Maximum number of files that one crawl reads. */
const MAX_FILES = 10;
const XML = { 'Content-Type': 'application/xml' };
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const index = (locations: string[]) =>
  `<sitemapindex ${NAMESPACE}>${locations.map((at) => `<sitemap><loc>${at}</loc></sitemap>`).join('')}</sitemapindex>`;

interface Outcome {
  /** Whether a sitemap is found; `null`: either. */
  found: boolean | null;
  more?: (sitemap: NonNullable<DomainAnswer['sitemap']>) => void;
}

/** @param files serves all paths except for the page and robots.txt */
function withSitemap(kind: string, detail: string, files: RequestListener, outcome: Outcome): Attack {
  const requested: string[] = [];
  return {
    kind,
    detail,
    serve: (request, response) => {
      if (request.url === '/') return goodPage(request, response);
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      requested.push(request.url!);
      files(request, response);
    },
    expected: {
      record({ page, sitemap }) {
        expect(page).toMatchObject({ http_status: 200 });
        expect(requested.length).toBeLessThanOrEqual(MAX_FILES);
        if (outcome.found === null) return;
        expect(sitemap).toMatchObject({ found: outcome.found });
        outcome.more?.(sitemap!);
      },
    },
  };
}

const only = (listener: RequestListener) => serving({ '/sitemap.xml': listener });

function entities(canaryPort: number): Record<string, string> {
  const laughs = Array.from({ length: 12 }, (_, depth) => `<!ENTITY e${depth + 1} "${`&e${depth};`.repeat(10)}">`);
  return {
    'billion laughs': `<!DOCTYPE urlset [<!ENTITY e0 "ha">${laughs.join('')}]>`,
    'quadratic blowup': `<!DOCTYPE urlset [<!ENTITY e12 "${'x'.repeat(100_000)}">]>`,
    'a file': '<!DOCTYPE urlset [<!ENTITY e12 SYSTEM "file:///etc/passwd">]>',
    'an address inside': `<!DOCTYPE urlset [<!ENTITY e12 SYSTEM "http://127.0.0.1:${canaryPort}/">]>`,
    'a document type outside': `<!DOCTYPE urlset SYSTEM "http://127.0.0.1:${canaryPort}/x.dtd">`,
    'parameter entities': `<!DOCTYPE urlset [<!ENTITY % p SYSTEM "http://127.0.0.1:${canaryPort}/p">%p;%p;]>`,
  };
}

const xmlFloods = [
  ...['<urlset>', '<urlset><url>', '<urlset><url><loc>', '<urlset><url><loc>http://x/', '<urlset><![CDATA['],
  ...['<urlset><!--', '<urlset a="', '<urlset><url><lastmod>2026-01-01', '<sitemapindex><sitemap><loc>', '<rss><item>'],
  ...['<', '<?xml ', '&#x0;', 'http://x/\n', '\n', '\uFEFF'],
];

/** @param canaryPort port of a server on this machine that must not get requests */
export function sitemapFiles(canaryPort: number): Record<string, fc.Arbitrary<Attack>> {
  return {
    'cyclic sitemap indexes': fc.integer({ min: 1, max: 30 }).map((length) => {
      const files: RequestListener = (request, response) => {
        const at = Number(/\d+/.exec(request.url!)?.[0] ?? 0);
        const next = ['/sitemap.xml', `/sitemap-${(at + 1) % length}.xml`, `/sitemap-${(at + 2) % length}.xml`];
        const host = `http://${request.headers.host}`;
        answering(index(next.map((path) => host + path)), XML)(request, response);
      };
      return withSitemap('cyclic sitemap indexes', `${length} files`, files, { found: true });
    }),
    'sitemap index bomb': fc.integer({ min: 1_000, max: 60_000 }).map((children) => {
      const files: RequestListener = (request, response) => {
        const host = `http://${request.headers.host}`;
        const locations = Array.from({ length: children }, (_, n) => `${host}/${n}.xml`);
        answering(index(request.url === '/sitemap.xml' ? locations : [`${host}/x`]), XML)(request, response);
      };
      return withSitemap('sitemap index bomb', `${children} files`, files, {
        found: true,
        more: ({ truncated, urls_total }) => {
          expect(truncated).toBe(true);
          // The index, its files, and the one that each of these contains.
          expect(urls_total).toBeLessThanOrEqual(1 + children + 1);
        },
      });
    }),
    'sitemap with a decompression bomb': fc
      .tuple(fc.constantFrom('<urlset>', '<urlset><url><loc>http://x/</loc></url>', '<a>', '\0'), fc.boolean())
      .map(([text, named]) => {
        const once = gzipSync(Buffer.alloc(10 * MB, text));
        const body = Buffer.concat(Array<Buffer>(50).fill(once));
        const headers = { ...XML, ...(named && { 'Content-Encoding': 'gzip' }) };
        const files = only(answering(body, headers));
        return withSitemap('sitemap with a decompression bomb', JSON.stringify(text), files, { found: null });
      }),
    'XML entities': fc.constantFrom(...Object.entries(entities(canaryPort))).map(([name, type]) => {
      const text = `<?xml version="1.0"?>${type}<urlset ${NAMESPACE}><url><loc>http://x/&e12;</loc></url></urlset>`;
      const files = only(answering(text, XML));
      return withSitemap('XML entities', name, files, {
        found: true,
        more: ({ url_count }) => expect(url_count).toBe(1),
      });
    }),
    '10 MB of XML': fc.constantFrom(...xmlFloods).map((text) => {
      const files = only((request, response) => answering(Buffer.alloc(11 * MB, text), XML)(request, response));
      return withSitemap('10 MB of XML', JSON.stringify(text), files, { found: null });
    }),
  };
}

/** Sitemaps that use up the time limit. */
export function slowSitemapFiles(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'sitemap at one byte per second': fc.constantFrom('no headers', '<urlset>', 'index').map((form) => {
      const files: RequestListener = (request, response) => {
        if (form === 'index' && request.url === '/sitemap.xml') {
          const host = `http://${request.headers.host}`;
          const locations = Array.from({ length: 20 }, (_, n) => `${host}/${n}.xml`);
          return answering(index(locations), XML)(request, response);
        }
        if (form === 'no headers') return;
        response.writeHead(200, XML).write('<urlset>');
        const timer = setInterval(() => response.write('x'), 1_000);
        response.on('close', () => clearInterval(timer));
      };
      return withSitemap('sitemap at one byte per second', form, files, { found: null });
    }),
  };
}
