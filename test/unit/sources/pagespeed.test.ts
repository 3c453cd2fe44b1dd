import { describe, expect, test } from '@jest/globals';
import { pagespeedSource } from '../../../functions/shared/sources/pagespeed.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import { createRateLimitedClient } from '../../../functions/shared/providers/rate-limited-client.ts';
import { createProviderRateLimit, ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { coordinationTable, openTables } from '../../support/dynamodb.ts';
import { AGENT } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(pagespeedSource);
const { ask } = played;

function lighthouseError(code: number, reason: object) {
  const message = 'Lighthouse returned error: ERRORED_DOCUMENT_REQUEST. (Details: Status code: 404)';
  return faults.json({ error: { code, message, errors: [{ message, ...reason }] } }, code);
}

describe('the pagespeed source', () => {
  test('gives scores from 0 to 100 and the measurements', async () => {
    expect(await ask('shop.example')).toEqual({
      status: 'ok',
      http_status: 200,
      sections: {
        'performance.lab': {
          lighthouse_version: '13.0.1',
          performance_score: 87,
          seo_score: 92,
          fcp_ms: 1420,
          lcp_ms: 2311,
          tbt_ms: 145,
          speed_index_ms: 2050,
          cls: 0.043,
        },
      },
    });
  });

  test('asks for both categories, on a phone, with the key (defaults)', async () => {
    await ask('blog.example', { homeUrl: Promise.resolve('https://blog.example/zh/?a=b&c') });
    const [request] = played.asked('pagespeed');
    expect(request!.query.get('url')).toBe('https://blog.example/zh/?a=b&c');
    expect(request!.query.getAll('category')).toEqual(['performance', 'seo']);
    expect(request!.query.get('strategy')).toBe('mobile');
    expect(request!.query.get('key')).toBe(played.keys['google-api-key']);
  });

  test('needs a key, and is always asked in the background (keyless calls fail, 10 to 40 s)', () => {
    expect(pagespeedSource.keys).toEqual(['google-api-key']);
    expect(pagespeedSource.inlineMs).toBe(0);
    expect(pagespeedSource.backgroundMs).toBeGreaterThanOrEqual(60_000);
  });

  test('does not know a score that is null', async () => {
    const categories = { performance: { score: null }, seo: { score: 1 } };
    const audits = { 'largest-contentful-paint': { score: null, scoreDisplayMode: 'error' } };
    played.fault('pagespeed', faults.json({ lighthouseResult: { categories, audits } }));
    expect((await ask('shop.example')).sections!['performance.lab']).toMatchObject({
      performance_score: null,
      seo_score: 100,
      lcp_ms: null,
      cls: null,
      lighthouse_version: null,
    });
  });

  test.each([
    [400, { reason: 'lighthouseUserError' }],
    [400, { domain: 'lighthouse', reason: 'lighthouseUserError' }],
    [500, { domain: 'lighthouse', reason: 'lighthouseError' }],
  ])('tells that the page could not be tested (%i, %j)', async (status, reason) => {
    played.fault('pagespeed', lighthouseError(status, reason));
    const answer = await ask('shop.example');
    expect(answer).toMatchObject({
      status: 'error',
      http_status: status,
      error: { code: 'page_not_tested', retryable: false },
    });
    expect(JSON.stringify(answer)).not.toContain('Details');
  });

  test.each([
    [500, [{ domain: 'global', reason: 'backendError' }], 'unavailable'],
    [500, [], 'unavailable'],
    [500, undefined, 'unavailable'],
    [400, [{ domain: 'global', reason: 'invalid' }], 'refused'],
  ])("does not take Google's own failure for the page's (%i, %j)", async (status, errors, code) => {
    const error = { code: status, message: 'Lighthouse is mentioned in lighthouse', errors };
    played.fault('pagespeed', faults.json({ error }, status));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code } });
  });

  test('is stopped by five outages, not by pages that cannot be tested', async () => {
    const tables = await openTables(coordinationTable);
    try {
      const client = tables.db;
      const rateLimit = createProviderRateLimit(client, coordinationTable.name, Date.now);
      const http = createRateLimitedClient(createProviderClient(AGENT), rateLimit, 5_000);
      const askOften = async (times: number) => {
        for (let asked = 0; asked < times; asked += 1) await ask('shop.example', { http });
      };
      played.fault('pagespeed', faults.serverError());
      await askOften(4);
      played.fault('pagespeed', lighthouseError(500, { domain: 'lighthouse', reason: 'lighthouseError' }));
      await askOften(6);
      played.fault('pagespeed', faults.serverError());
      await askOften(5);
      await expect(askOften(1)).rejects.toThrow(ProviderUnavailable);
    } finally {
      await tables.close();
    }
  });

  test('does not take a failed run for figures', async () => {
    const runtimeError = { code: 'NO_FCP', message: 'The page did not paint any content.' };
    played.fault('pagespeed', faults.json({ lighthouseResult: { runtimeError, categories: {}, audits: {} } }));
    const answer = await ask('shop.example');
    expect(answer).toMatchObject({ status: 'error', error: { code: 'page_not_tested' } });
    expect(answer.sections).toBeUndefined();
  });

  test('tells that Google does not accept the key', async () => {
    const answer = await ask('shop.example', { keys: { 'google-api-key': 'wrong-key' } });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'bad_key', retryable: false } });
    expect(JSON.stringify(answer)).not.toContain('wrong-key');
  });
});

testCommonFailures(played, pagespeedSource, 'pagespeed');
