import { describe, expect, test } from '@jest/globals';
import { createProviderClient, type ProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { waybackSource } from '../../../functions/shared/sources/wayback.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { AGENT, closedPort } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(waybackSource);
const { ask } = played;
const plain = createProviderClient(AGENT);
const FIRST_SEEN = '2002-01-20T14:25:10.000Z';

/** Has something else happen to one of the two questions. */
function instead(of: 'first' | 'last', request: ProviderClient['request']): ProviderClient {
  return {
    request: (url, options) => {
      const isLast = new URL(url).searchParams.get('limit') === '-1';
      return (isLast ? 'last' : 'first') === of ? request(url, options) : plain.request(url, options);
    },
  };
}

describe('the wayback source', () => {
  test('gives first and last capture, below a header row', async () => {
    expect(await ask('shop.example')).toEqual({
      status: 'ok',
      http_status: 200,
      sections: {
        archive: { first_seen_at: '2009-11-02T09:30:12.000Z', last_seen_at: '2026-11-18T12:05:00.000Z' },
      },
    });
  });

  test('asks the CDX server for one capture from either end', async () => {
    await ask('shop.example');
    const common = { url: 'shop.example', output: 'json', filter: 'statuscode:200' };
    const asked = played.asked('wayback').map(({ query }) => Object.fromEntries(query));
    expect(asked).toHaveLength(2);
    expect(asked).toContainEqual(expect.objectContaining({ ...common, limit: '1' }));
    expect(asked).toContainEqual(expect.objectContaining({ ...common, limit: '-1', fastLatest: 'true' }));
  });

  test('is empty where there are no captures ([])', async () => {
    expect(await ask('broken.example')).toEqual({ status: 'empty', http_status: 200, sections: { archive: null } });
  });

  test('is empty where there is but the header row', async () => {
    played.fault('wayback', faults.json([['timestamp', 'original', 'statuscode']]));
    expect(await ask('shop.example')).toMatchObject({ status: 'empty', sections: { archive: null } });
  });

  test('reads captures of unknown status, whatever the order of the columns ("-")', async () => {
    played.fault(
      'wayback',
      faults.json([
        ['statuscode', 'timestamp'],
        ['-', '20020120142510'],
      ]),
    );
    expect((await ask('shop.example')).sections!.archive).toMatchObject({ first_seen_at: '2002-01-20T14:25:10.000Z' });
  });

  test('reads a capture whose other columns are odd, or that follows an odd one', async () => {
    const header = ['urlkey', 'timestamp', 'statuscode'];
    played.fault('wayback', faults.json([header, ['example,shop)/', '20020120142510', null]]));
    expect(await ask('shop.example')).toMatchObject({ sections: { archive: { first_seen_at: FIRST_SEEN } } });
    played.fault('wayback', faults.json([header, null, ['-'], ['example,shop)/', '20020120142510', '200']]));
    expect(await ask('shop.example')).toMatchObject({ sections: { archive: { first_seen_at: FIRST_SEEN } } });
  });

  test('tells of a site that the archive is not allowed to show (403 in plain text)', async () => {
    played.fault(
      'wayback',
      faults.raw('AdministrativeAccessControlException: Blocked Site Error\n', 'text/plain', 403),
    );
    expect(await ask('shop.example')).toMatchObject({
      status: 'blocked',
      error: { code: 'blocked', retryable: false },
    });
  });

  test('does not read what is no timestamp', async () => {
    played.fault('wayback', faults.json([['timestamp'], ['20021']]));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
  });

  test.each([503, 504])('tells that asking again helps after a %i', async (status) => {
    played.fault('wayback', faults.page(status, 'Internet Archive services are temporarily offline'));
    expect(await ask('shop.example')).toMatchObject({
      status: 'error',
      http_status: status,
      error: { retryable: true },
    });
  });

  test.each(['first', 'last'] as const)('fails as a whole where the question for the %s one fails', async (which) => {
    // Half an answer would overwrite what an earlier one has told.
    const nowhere = `http://127.0.0.1:${await closedPort()}/`;
    const http = instead(which, (_url, options) => plain.request(nowhere, options));
    const answer = await ask('shop.example', { http });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
    expect(answer.sections).toBeUndefined();
  });

  test('is left for later as a whole where one question has to wait', async () => {
    const http = instead('first', () => Promise.reject(new ProviderUnavailable('busy', 1_000)));
    await expect(ask('shop.example', { http })).rejects.toThrow(ProviderUnavailable);
  });

  test('has the time that slow answers take, 45 seconds and more', async () => {
    const timeouts: number[] = [];
    const http: ProviderClient = {
      request: (url, options) => {
        timeouts.push(options.timeoutMs);
        return plain.request(url, options);
      },
    };
    await ask('shop.example', { http });
    expect(timeouts.every((timeoutMs) => timeoutMs >= 45_000)).toBe(true);
    expect(waybackSource.backgroundMs).toBeGreaterThan(Math.max(...timeouts));
    expect(waybackSource.inlineMs).toBeLessThan(10_000);
  });
});

testCommonFailures(played, waybackSource, 'wayback');
