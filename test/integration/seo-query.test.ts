import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { domainAnswer } from '../../functions/core/record/schema.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';

let runner: TestRunner;
let changing: TestSite;
let slow: TestSite;
let dying: TestSite;
let title = 'First title';
let isDown = false;

beforeAll(async () => {
  changing = await startSite((request, response) => {
    if (isDown) return void request.socket.destroy();
    onlyHomePage(() => `<html lang="en"><title>${title}</title><h1>Hello</h1><p>one two three`)(request, response);
  });
  slow = await startSite((request, response) => {
    setTimeout(() => onlyHomePage(() => '<title>Slow</title>')(request, response), 300);
  });
  dying = await startSite((request) => void request.socket.destroy());
  const local = (site: TestSite) => `127.0.0.1:${site.port}`;
  runner = await startTestRunner({
    LOCAL_RESOLVE: `changing.test=${local(changing)},*.slow.test=${local(slow)},dying.test=${local(dying)}`,
  });
});
afterAll(() => Promise.all([runner.close(), changing.close(), slow.close(), dying.close()]));

interface Envelope {
  code: number;
  success: boolean;
  request_id: string;
  data: DomainAnswer;
  error?: string;
  message?: string;
  details?: { param: string }[];
}

async function query(parameters: string) {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  return { response, body: (await response.json()) as Envelope };
}

async function record(parameters: string): Promise<DomainAnswer> {
  const { response, body } = await query(parameters);
  expect(response.status).toBe(200);
  return domainAnswer.parse(body.data);
}

describe('a domain of the sandbox', () => {
  test('is a miss, then a hit with the same values, then refreshed', async () => {
    const miss = await record('domain=shop.example');
    expect(miss.cache_status).toBe('miss');
    const hit = await record('domain=shop.example');
    expect(hit).toEqual({ ...miss, cache_status: 'hit', age_seconds: hit.age_seconds });
    await sleep(5);
    const refreshed = await record('domain=shop.example&refresh=1');
    expect(refreshed.cache_status).toBe('refreshed');
    expect(refreshed.first_cached_at).toBe(miss.first_cached_at);
    expect(Date.parse(refreshed.updated_at)).toBeGreaterThan(Date.parse(miss.updated_at));
    expect((await record('domain=shop.example')).updated_at).toBe(refreshed.updated_at);
  });

  test('has all sections of its site, its name server and its certificate', async () => {
    const { page, audit, seo_score, robots_txt, sitemap, dns, tls } = await record('domain=shop.example');
    expect(page).toMatchObject({
      final_url: 'https://shop.example/',
      http_status: 200,
      title: 'Ridge & River – tents, packs and stoves for the hills',
      lang: 'en',
      canonical: 'https://shop.example/',
      hreflang_total: 3,
      images: { total: 4, missing_alt: 0 },
      structured_data: { types: ['Organization', 'WebSite'], blocks: 1, errors: 0 },
    });
    expect(seo_score).toBe(100);
    expect(audit).toMatchObject({ score: 100, failed: 0, rendered: false });
    expect(robots_txt).toMatchObject({ http_status: 200, valid: true, agents: { GPTBot: { allowed: false } } });
    expect(sitemap).toMatchObject({ found: true, kind: 'index', url_count: 7 });
    expect(dns).toMatchObject({ a: ['192.0.2.10'], has_spf: true, dmarc_policy: 'reject' });
    expect(tls).toMatchObject({ valid: true, issuer: 'Sandbox Authority', error: null });
  });

  test('has its security headers, and the permissions of crawlers of AI services', async () => {
    const statuses = async (name: string) => {
      const { security_headers, ai_access } = await record(`domain=${name}`);
      const { mixed_content, ...headers } = security_headers!;
      const { GPTBot, 'Google-Extended': google } = ai_access.agents!;
      return [new Set(Object.values(headers).map(({ status }) => status)), mixed_content, GPTBot, google?.allowed];
    };
    const none = { blockable: 0, upgradeable: 0, urls: [], urls_total: 0 };
    const closed = { allowed: false, rule: 'Disallow: /' };
    expect(await statuses('shop.example')).toEqual([new Set(['present']), none, closed, true]);
    const image = { ...none, upgradeable: 1, urls: ['http://blog.example/img/chart.png'], urls_total: 1 };
    expect(await statuses('blog.example')).toEqual([new Set(['weak', 'present', 'absent']), image, closed, false]);
    const open = { allowed: true, rule: null };
    expect(await statuses('broken.example')).toEqual([new Set(['absent', 'weak']), null, open, true]);
  });

  test('has what its site declares to machines, with the contradictions', async () => {
    const policyOf = async (name: string) => (await record(`domain=${name}`)).ai_policy;
    const { contradictions, training_preference, ...declared } = await policyOf('shop.example');
    expect(Object.values(declared)).toEqual(Array(6).fill(null));
    expect([contradictions, training_preference?.unread]).toEqual([[], ['robots.txt']]);
    const crossed = await policyOf('crossed.example');
    expect(crossed.contradictions!.map(({ issue }) => issue)).toEqual([
      'ai-signal-disallowed',
      'ai-search-without-users',
    ]);
    const { issues, sources } = await record('domain=licence.example');
    expect(issues!.filter(({ issue }) => issue === 'ai-licence-unreadable')).toHaveLength(1);
    expect(sources.find(({ id }) => id === 'ai_policy')).toMatchObject({
      status: 'ok',
      fields: ['ai_policy.rsl', 'ai_policy.tdm'],
    });
  });

  test('has the phrases of its page, best first', async () => {
    const { top_keywords, sources } = await record('domain=shop.example');
    expect(top_keywords!.map(({ keyword }) => keyword).slice(0, 10)).toEqual(
      expect.arrayContaining(['tents', 'day packs', 'ridge & river']),
    );
    expect(sources.find(({ fields }) => fields.includes('top_keywords'))).toMatchObject({ id: 'site', status: 'ok' });
  });
});

describe('requested members', () => {
  const members = ['domain', 'cache_status', 'updated_at', 'pending', 'poll_after_seconds', 'complete'];

  test('are the whole answer of a miss and a hit, with the sources that fill them', async () => {
    for (const cache_status of ['refreshed', 'hit']) {
      const refresh = cache_status === 'refreshed' ? '1' : '0';
      const { body } = await query(`domain=shop.example&fields=page.title,tls.valid,seo_score&refresh=${refresh}`);
      expect(body.data.cache_status).toBe(cache_status);
      expect(Object.keys(body.data)).toEqual([...members, 'seo_score', 'page', 'tls', 'sources']);
      expect(body.data.page).toEqual({ title: expect.stringContaining('Ridge') });
      expect(body.data.sources.map(({ id }) => id)).toEqual(['site', 'tls']);
      expect(body.data).toMatchObject({ complete: true, pending: [], poll_after_seconds: null });
    }
  });

  test('are rejected when they do not exist, with the nearest name', async () => {
    const { response, body } = await query('domain=shop.example&refresh=2&fields=page.titel');
    expect(response.status).toBe(422);
    expect(body).toMatchObject({
      details: [
        { param: 'refresh' },
        { param: 'fields', message: 'page.titel is not a member of data; did you mean page.title?' },
      ],
    });
  });
});

test('a caller that has the answer gets 304 until the record changes', async () => {
  const path = '/api/v1/seo/query?domain=blog.example';
  // Background fetches change the record.
  while ((await record('domain=blog.example')).pending.length > 0) await sleep(500);
  const first = await runner.get(path);
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^W\//);
  await first.arrayBuffer();
  const known = { headers: { 'If-None-Match': `"x", ${etag}` } };
  expect(await runner.get(path, known)).toMatchObject({ status: 304 });
  expect(await runner.get(`${path}&fields=page`, known)).toMatchObject({ status: 200 });
  await (await runner.get(`${path}&refresh=1`)).arrayBuffer();
  const changed = await runner.get(path, known);
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
  expect(changed.headers.get('access-control-expose-headers')).toContain('ETag');
});

test('a Chinese page in GBK is decoded correctly', async () => {
  const { page, domain_unicode } = await record('domain=blog.example');
  expect(page).toMatchObject({
    charset: 'gbk',
    lang: 'zh-CN',
    title: '站长笔记：长尾关键词与网站收录',
    h1: ['站长笔记'],
  });
  expect(page?.redirects).toEqual([
    { url: 'https://blog.example/', status: 302, location: 'https://blog.example/zh/' },
  ]);
  expect(domain_unicode).toBe('blog.example');
});

test('the pages in other languages are evaluated as a cluster', async () => {
  const clusterOf = async (domain: string) => (await record(`domain=${domain}`)).hreflang_cluster;
  expect(await clusterOf('shop.example')).toMatchObject({
    self_reference: true,
    alternates: [{ hreflang: 'de', http_status: 200, returns: true, lang_matches: true }],
    valid: true,
  });
  expect(await clusterOf('blog.example')).toMatchObject({
    self_reference: true,
    alternates: [
      { hreflang: 'en', url: 'https://blog.example/en/', http_status: 200, returns: false },
      { hreflang: 'x-default', url: 'https://blog.example/', http_status: 302, returns: null },
    ],
    valid: false,
  });
  expect(await clusterOf('broken.example')).toMatchObject({ self_reference: false, valid: false });
});

test('a site with faults has them in its audit', async () => {
  const { audit, robots_txt, page, tls } = await record('domain=broken.example');
  const failed = audit!.audits.filter(({ status }) => status === 'fail').map(({ id }) => id);
  expect(failed.sort()).toEqual(
    ['canonical', 'crawlable-anchors', 'document-title', 'hreflang', 'image-alt', 'is-crawlable', 'link-text']
      .concat('meta-description', 'robots-txt')
      .sort(),
  );
  expect(robots_txt?.valid).toBe(false);
  expect(page?.structured_data.errors).toBe(1);
  expect(tls?.valid ?? false).toBe(false);
});

describe('a site that changes', () => {
  test('a hit is served from the cache, a refresh sees the change', async () => {
    expect((await record('domain=changing.test')).page?.title).toBe('First title');
    title = 'Second title';
    expect((await record('domain=changing.test')).page?.title).toBe('First title');
    expect((await record('domain=changing.test&refresh=1')).page?.title).toBe('Second title');
  });

  test('a refresh while the site is down keeps the last page and reports the failure', async () => {
    const { updated_at } = await record('domain=changing.test');
    isDown = true;
    const refreshed = await record('domain=changing.test&refresh=1');
    isDown = false;
    expect(refreshed.page?.title).toBe('Second title');
    expect(refreshed.complete).toBe(false);
    const site = refreshed.sources.find(({ id }) => id === 'site');
    expect(site).toMatchObject({ from_cache: true, error: { retryable: true } });
    expect(Date.parse(site!.fetched_at!)).toBeLessThanOrEqual(Date.parse(updated_at));
  });
});

describe('a name that does not exist', () => {
  test('is a 404, is cached, and leaves no items', async () => {
    for (const parameters of [
      'domain=nowhere.example',
      'domain=www.nowhere.example',
      'domain=nowhere.example&refresh=1',
    ]) {
      const { response, body } = await query(parameters);
      expect(response.status).toBe(404);
      expect(body).toMatchObject({ code: 404, success: false, error: 'domain_not_found', retryable: false });
    }
    const history = (await (await runner.get('/api/v1/seo/history?domain=nowhere.example')).json()) as Envelope;
    expect(history.data).toMatchObject({ count: 0 });
  });
});

test('a site that cannot be fetched and has no other data is a 502 and is not stored', async () => {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { response, body } = await query('domain=dying.test');
    expect(response.status).toBe(502);
    expect(body).toMatchObject({ code: 502, success: false, error: 'all_sources_failed', retryable: true });
    expect(body.message).not.toMatch(/127\.0\.0\.1|ECONN|at /);
  }
  expect(dying.requests.length).toBeGreaterThan(1);
});

describe('invalid input is a 422 with the name of the parameter and without its value', () => {
  test.each([
    ['', ['domain']],
    ['domain=user:secret@shop.example', ['domain']],
    ['domain=http://shop.example:8080/secret', ['domain']],
    ['domain=10.0.0.1&refresh=secret', ['domain', 'refresh']],
    ['domain=shop.example&refrsh=1', ['refrsh']],
    ['domain=shop.example&refresh=1&refresh=1', ['refresh']],
  ])('%j: %s', async (parameters, params) => {
    const { response, body } = await query(parameters);
    expect(response.status).toBe(422);
    expect(body).toMatchObject({ code: 422, success: false, error: 'invalid_parameter' });
    expect(body.details!.map(({ param }) => param)).toEqual(params);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test.each(['refresh=0', 'refresh='])('but %s is no refresh', async (parameters) => {
    const { updated_at } = await record('domain=shop.example');
    expect(await record(`domain=shop.example&${parameters}`)).toMatchObject({ cache_status: 'hit', updated_at });
  });
});
