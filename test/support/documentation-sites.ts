import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { CORPORA } from '../corpora/packages.ts';
import { startSite, type TestSite } from './site.ts';

/**
 * Packages that contain documentation in HTML, generated or written by hand; each folder is a site. The largest has
 * more pages than all others together.
 */
const PACKAGES = ['rot-js', 'dygraphs', 'paper', 'cannon', 'jira-connector'];

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** A folder of third-party HTML, served like by a usual web server. */
export interface DocumentationSite extends Pick<TestSite, 'port' | 'requests' | 'close'> {
  /** Its host name, which only the runner resolves. */
  host: string;
  /** Paths of its HTML files, as in addresses. */
  pages: string[];
  /** @returns the current HTML of a path; `null`: it is no HTML file of the site */
  html(path: string): string | null;
  /** Replaces the content of a file. */
  alter(path: string, html: string): void;
}

/**
 * Starts a server for each site, each on its own port. A folder without `index.html` is a list of its folders and HTML
 * files. `/sitemap.xml` contains every HTML file; `/robots.txt` contains the sitemap and the crawl delay.
 *
 * @param delaySeconds `Crawl-delay`
 * @param count number of packages, the largest one last
 */
export function startDocumentationSites(delaySeconds: number, count: number): Promise<DocumentationSite[]> {
  return Promise.all(PACKAGES.slice(0, count).map((name) => startDocumentationSite(name, delaySeconds)));
}

/**
 * Starts the server of one package.
 *
 * @param delaySeconds `Crawl-delay`; `null`: none
 */
export async function startDocumentationSite(name: string, delaySeconds: number | null): Promise<DocumentationSite> {
  const folder = join(CORPORA, name);
  const pages = globSync('**/*.{html,htm}', { cwd: folder }).toSorted().map(pathOf);
  const altered = new Map<string, string>();
  const read = (path: string) => altered.get(path) ?? readFileSync(join(folder, decodeURIComponent(path)));

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { origin, pathname } = new URL(request.url!, `http://${request.headers.host}`);
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body);
    if (pathname === '/robots.txt') return void send(CONTENT_TYPES['.txt']!, robotsTxt(origin, delaySeconds));
    if (pathname === '/sitemap.xml') return void send('application/xml', sitemap(origin, pages));
    const file = join(folder, decodeURIComponent(pathname));
    if (!existsSync(file)) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    const isFolder = statSync(file).isDirectory();
    if (isFolder && !pathname.endsWith('/')) return void response.writeHead(301, { location: `${pathname}/` }).end();
    const path = isFolder ? `${pathname}index.html` : pathname;
    if (isFolder && !existsSync(join(file, 'index.html'))) return void send(CONTENT_TYPES['.html']!, listing(file));
    send(CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream', read(path));
  }

  const site = await startSite(answer);
  return {
    ...site,
    host: `${name}.test`,
    pages,
    html: (path) => (pages.includes(path) ? read(path).toString() : null),
    alter: (path, html) => void altered.set(path, html),
  };
}

function pathOf(file: string): string {
  return `/${file.split('/').map(encodeURIComponent).join('/')}`;
}

function robotsTxt(origin: string, delaySeconds: number | null): string {
  const crawlDelay = delaySeconds === null ? '' : `Crawl-delay: ${delaySeconds}\n`;
  return `User-agent: *\n${crawlDelay}Allow: /\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string, pages: string[]): string {
  const entries = pages.map((path) => `<url><loc>${origin}${path.replaceAll('&', '&amp;')}</loc></url>`);
  return `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
}

/** Returns the page of a folder. Other files are linked by the pages that use them. */
function listing(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /\.html?$/.test(entry.name))
    .map((entry) => `${encodeURIComponent(entry.name)}${entry.isDirectory() ? '/' : ''}`);
  const items = entries.map((name) => `<li><a href="${name}">${name}</a></li>`);
  return `<!DOCTYPE html>\n<html lang="en"><title>Files</title><h1>Files</h1>\n<ul>${items.join('\n')}</ul></html>\n`;
}
