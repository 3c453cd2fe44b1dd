import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Network } from '../../../functions/shared/network/network.ts';
import * as schema from '../../../functions/shared/record/schema.ts';
import { llmsTxtSource } from '../../../functions/shared/sources/llms-txt.ts';
import type { CrawledSite } from '../../../functions/shared/sources/source.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../network/local-servers.ts';

const FILE = '# Shop\n\n> All things for the garden, and how to use them.\n\n- [Spades](/spades)\n- [Seeds](/seeds)\n';
const HOME = 'http://site.example/en/home?from=1';

afterEach(local.closeServers);

type Reply = { status?: number; headers?: Record<string, string>; body?: string } | RequestListener;

/** Serves paths of a host; what is not named is a 404. */
async function hostOf(paths: Record<string, Reply>, log: string[] = []): Promise<number> {
  return local.serveHttp((request, response) => {
    log.push(request.url!);
    const reply = paths[request.url!] ?? { status: 404 };
    if (typeof reply === 'function') return reply(request, response);
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
}

async function askAt(network: Network, { blocked = [] }: { blocked?: string[] } = {}) {
  const crawled = Promise.resolve({ page: { final_url: HOME }, robotsTxt: null } as unknown as CrawledSite);
  const site = siteAccessOf(network, { blocked });
  const context = contextOf({ network, reader: siteReader, site, crawled });
  const answer = await llmsTxtSource.ask('site.example', context);
  const section = answer.sections?.['ai_access.llms_txt'];
  if (section) schema.llmsTxt.parse(section);
  return { ...answer, section };
}

const ask = async (paths: Record<string, Reply>, log?: string[]) =>
  askAt(local.networkOf({ 'site.example': await hostOf(paths, log) }));

describe('the llms_txt source', () => {
  test('reads the file of the origin of the home page, in one request beside robots.txt', async () => {
    const log: string[] = [];
    const { status, http_status, section } = await ask({ '/llms.txt': { body: FILE } }, log);
    expect([status, http_status]).toEqual(['ok', 200]);
    expect(section).toEqual({ found: true, http_status: 200, title: 'Shop', links: 2, problems: [], valid: true });
    expect(log).toEqual(['/robots.txt', '/llms.txt']);
  });

  test.each([
    [404, { found: false, valid: null, problems: [] }],
    [403, { found: false, valid: null, problems: [] }],
    [500, { found: false, valid: false, problems: ['http_error'] }],
    [503, { found: false, valid: false, problems: ['http_error'] }],
  ])('tells of a %i as Lighthouse does', async (status, expected) => {
    const answer = await ask({ '/llms.txt': { status, body: FILE } });
    expect(answer).toMatchObject({ status: 'ok', http_status: status });
    expect(answer.section).toEqual({ ...expected, http_status: status, title: null, links: null });
  });

  test('follows redirects, to other hosts too', async () => {
    const other = await hostOf({ '/about.md': { body: FILE } });
    const site = await hostOf({ '/llms.txt': { status: 301, headers: { location: 'http://docs.example/about.md' } } });
    const { section } = await askAt(local.networkOf({ 'site.example': site, 'docs.example': other }));
    expect(section).toMatchObject({ found: true, http_status: 200, title: 'Shop' });
  });

  test('sends nothing to a host that the operator blocks', async () => {
    const log: string[] = [];
    const other = await hostOf({ '/about.md': { body: FILE } }, log);
    const site = await hostOf({
      '/llms.txt': { status: 301, headers: { location: 'http://www.docs.example/about.md' } },
    });
    const network = local.networkOf({ 'site.example': site, 'www.docs.example': other });
    const answer = await askAt(network, { blocked: ['docs.example'] });
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'host_blocked' } });
    expect(log).toEqual([]);
  });

  test('obeys a robots.txt that names the crawler', async () => {
    const log: string[] = [];
    const rules = (agent: string) => ({ '/robots.txt': { body: `User-agent: ${agent}\nDisallow: /llms.txt` } });
    const answer = await ask({ ...rules('DomainSearchMetricsBot'), '/llms.txt': { body: FILE } }, log);
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed', retryable: false } });
    expect(log).toEqual(['/robots.txt']);
    expect((await ask({ ...rules('*'), '/llms.txt': { body: FILE } })).status).toBe('ok');
  });

  test('judges half a megabyte of a file that is longer', async () => {
    const body = `${FILE}${'words and more words\n'.repeat(50_000)}[late](link)`;
    expect((await ask({ '/llms.txt': { body } })).section).toMatchObject({ valid: true, links: 2 });
  });

  test('does not judge a file that breaks off', async () => {
    const answer = await ask({
      '/llms.txt': (_, response) => {
        response.writeHead(200, { 'content-length': '5000' }).write(FILE, () => response.destroy());
      },
    });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'cut_off', retryable: true } });
    expect(answer.section).toBeUndefined();
  });

  test('fails where the host does, and asks nothing where no home page was ever read', async () => {
    const refused = await askAt(local.networkOf({ 'site.example': await local.closedPort() }));
    expect(refused).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
    const unread = await llmsTxtSource.ask('site.example', contextOf({ crawled: Promise.resolve(null) }));
    expect(unread).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  });
});
