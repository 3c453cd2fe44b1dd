import { createHash } from 'node:crypto';
import { importPeer } from '../peers.ts';
import type { Contested, CrawlOrder } from './crawled.ts';
import type { CrawlWorld } from './world.ts';

/** The part of the package that is used. */
interface Crawlee {
  CheerioCrawler: new (options: object, configuration: object) => { run(urls: string[]): Promise<unknown> };
  Configuration: new (options: object) => object;
  log: { setLevel(level: number): void; LEVELS: { OFF: number } };
}

interface Element {
  name: string;
}

interface Selection {
  length: number;
  first(): Selection;
  text(): string;
  attr(name: string): string | undefined;
  remove(): unknown;
  /** Omits `null` and flattens lists. */
  map<Value>(each: (index: number, element: Element) => Value | Value[] | null): { get(): Value[] };
}

interface Visit {
  $: (selector: string | Element) => Selection;
  request: { loadedUrl: string };
  enqueueLinks: () => Promise<unknown>;
}

/** The values of a page that our crawl stores too, without audits. */
interface Facts {
  title: string;
  description: string | null;
  canonical: string | null;
  robots: string | null;
  h1: string | null;
  links: string[];
  hreflang: [language: string, href: string][];
  words: number;
  textHash: string;
}

const { CheerioCrawler, Configuration, log } = await importPeer<Crawlee>('@crawlee/cheerio');
log.setLevel(log.LEVELS.OFF);
const { real } = JSON.parse(process.argv[2]!) as CrawlWorld;

/** Crawls the third-party site as in crawlee's documentation, one page at a time. */
async function crawl({ pages }: CrawlOrder): Promise<Contested> {
  const found = new Map<string, Facts>();
  const options = {
    minConcurrency: 1,
    maxConcurrency: 1,
    maxRequestsPerCrawl: pages,
    respectRobotsTxtFile: true,
    async requestHandler({ $, request, enqueueLinks }: Visit) {
      found.set(new URL(request.loadedUrl).pathname, factsOf($, request.loadedUrl));
      await enqueueLinks();
    },
  };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const crawler = new CheerioCrawler(options, new Configuration({ persistStorage: false }));
  // It resolves names itself, and cannot resolve this one.
  await crawler.run([`http://127.0.0.1:${real.port}/`]);
  const { user, system } = process.cpuUsage(cpu);
  const taken = { cpuMs: (user + system) / 1_000, ms: performance.now() - started };
  const titles = Object.fromEntries([...found].map(([path, { title }]) => [path, title]));
  return { ...taken, requested: found.size, titles };
}

function factsOf($: Visit['$'], url: string): Facts {
  const content = (name: string) => $(`head meta[name="${name}"]`).first().attr('content') ?? null;
  const resolved = (href: string | undefined) => (href === undefined ? null : (URL.parse(href, url)?.href ?? null));
  const h1 = $('h1').first();
  const links = $('a[href]').map((_, link) => resolved($(link).attr('href')));
  const hreflang = $('head link[rel="alternate"][hreflang]').map((_, link) => [
    [$(link).attr('hreflang')!, $(link).attr('href') ?? ''] satisfies [string, string],
  ]);
  const facts = {
    title: $('title').first().text().trim().replace(/\s+/g, ' '),
    description: content('description'),
    canonical: resolved($('head link[rel="canonical"]').first().attr('href')),
    robots: content('robots'),
    h1: h1.length === 0 ? null : h1.text(),
    links: [...new Set(links.get())],
    hreflang: hreflang.get(),
  };
  $('script, style, noscript, iframe, textarea').remove();
  const words = $('body').text().toLowerCase().split(/\s+/).filter(Boolean);
  const textHash = createHash('sha256').update(words.join(' ')).digest('base64url');
  return { ...facts, words: words.length, textHash };
}

process.on('message', (order: CrawlOrder) => void crawl(order).then((crawled) => process.send!(crawled)));
