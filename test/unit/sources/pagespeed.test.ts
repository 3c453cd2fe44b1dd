import { describe, expect, test } from '@jest/globals';
import { pagespeedSource } from '../../../functions/shared/sources/pagespeed.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(pagespeedSource);
const { ask } = played;

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

  test("tells that the page could not be loaded (reason 'lighthouseUserError')", async () => {
    const error = { code: 400, message: 'FAILED_DOCUMENT_REQUEST', errors: [{ reason: 'lighthouseUserError' }] };
    played.fault('pagespeed', faults.json({ error }, 400));
    expect(await ask('shop.example')).toMatchObject({
      status: 'error',
      http_status: 400,
      error: { code: 'page_not_tested', retryable: false },
    });
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
