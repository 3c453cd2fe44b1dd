import { afterEach, expect, test } from '@jest/globals';
import type { SiteReader } from '../../../../functions/core/analysis/reader/read-site.ts';
import { siteSource } from '../../../../functions/core/sources/site/site.ts';
import { createThreadReader } from '../../../../functions/core/analysis/reader/thread-reader.ts';
import { siteAccessOf } from '../../../support/site-access.ts';
import { siteReader } from '../../../support/site-reader.ts';
import { contextOf } from '../../../support/source-context.ts';
import * as local from '../../platform/network/local-servers.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const HTML = '<!doctype html><html lang="en"><title>Tents</title><h1>Tents and stoves</h1><p>Tents and stoves</p>';

afterEach(local.closeServers);

async function crawl(reader: SiteReader, robots = 'User-agent: *\nAllow: /\n', html = HTML) {
  const port = await local.serveHttp((request, response) => {
    const body = { '/': html, '/robots.txt': robots, '/sitemap.xml': '<urlset><url><loc>/a</loc></url></urlset>' };
    const found = body[request.url as keyof typeof body];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(found);
  });
  const network = local.networkOf({ 'site.example': port });
  return siteSource.fetch(
    'site.example',
    contextOf({ network, reader, site: siteAccessOf(network, { reader }), now: () => NOW }),
  );
}

test('the reader in threads returns the same for a site as in this thread', async () => {
  const timeless = ({ sections, ...answer }: Awaited<ReturnType<typeof crawl>>) => ({
    ...answer,
    sections: {
      ...sections,
      page: { ...sections!.page!, ttfb_ms: 0, total_ms: 0 },
    },
  });
  const inThreads = await crawl(createThreadReader());
  expect(inThreads).toMatchObject({ status: 'ok', sections: { page: { title: 'Tents' }, sitemap: { url_count: 1 } } });
  expect(timeless(inThreads)).toEqual(timeless(await crawl(siteReader)));
});

test('the verdict of robots.txt comes from a thread', async () => {
  const answer = await crawl(createThreadReader(), 'User-agent: DomaingaugeBot\nDisallow: /\n');
  expect(answer).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed' } });
});

test('a site that takes too long to parse is a retryable failure of the site', async () => {
  const answer = await crawl(createThreadReader({ deadlineMs: 1 }), undefined, HTML + '<p>tents '.repeat(500_000));
  expect(answer).toMatchObject({ status: 'error', error: { code: 'too_complex', retryable: true } });
});

test('the instance continues with other work while a page is parsed', async () => {
  const reader = createThreadReader();
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const body = [Buffer.from(HTML + '<p>tents and <b>stoves</b> '.repeat(180_000))];
  const served = { requestedUrl: 'http://a.example/', url: 'http://a.example/', status: 200, redirects: [], body };
  const answer = { ...served, headers: [], ttfbMs: 1, totalMs: 1, truncated: false };
  const robots = { url: 'http://a.example/robots.txt', status: 404, content: null };
  await reader.readPage(answer, robots, NOW, true);
  clearInterval(timer);
  // If the page were parsed in this thread, there would be none.
  expect(ticks).toBeGreaterThan(1);
});

test('only the site that terminates its thread fails when sites are parsed concurrently', async () => {
  const reader = createThreadReader({ memoryMb: 24 });
  // Half a million different words need more than the thread's memory.
  const words = Array.from({ length: 500_000 }, (_, index) => `w${index.toString(36)}x`).join(' ');
  const crowded = `${HTML}<a href=/>${words}</a><h2>${words}</h2><p>${words}`;
  const answers = await Promise.all(
    [undefined, crowded, undefined, undefined].map((html) => crawl(reader, undefined, html)),
  );
  expect(answers.map(({ status }) => status)).toEqual(['ok', 'error', 'ok', 'ok']);
  expect(answers[1]).toMatchObject({ error: { code: 'too_complex' } });
});

test('the reader in threads returns the same for an alternate as in this thread', async () => {
  const body = [Buffer.from('<html lang="de"><link rel="alternate" hreflang="en" href="/">')];
  const served = { url: 'https://site.example/de/', headers: [], body, isCutOff: false };
  const names = ['https://site.example/'];
  const page = await createThreadReader().readAlternate(served, names);
  expect(page).toEqual({ lang: 'de', returns: true });
  expect(await siteReader.readAlternate(served, names)).toEqual(page);
});
