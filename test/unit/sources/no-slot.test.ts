import { describe, expect, test } from '@jest/globals';
import { NetworkFailure } from '../../../functions/core/platform/network/failures.ts';
import type { ProviderRequest } from '../../../functions/core/sources/providers/provider-client.ts';
import { cruxSource } from '../../../functions/core/sources/crux.ts';
import { waybackSource } from '../../../functions/core/sources/wayback.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/server.ts';
import { clientThat, playProviders } from './play-providers.ts';

const played = playProviders();
const busy = () => Promise.reject(new ProviderUnavailable('busy', 5_000));

describe('the crux source', () => {
  const isDesktop = ({ json }: ProviderRequest) => (json as { formFactor: string }).formFactor === 'DESKTOP';

  test.each([
    ['busy', busy],
    ['timeout', () => Promise.reject(new NetworkFailure('timeout'))],
  ])('is partial when the request for desktop computers fails (%s)', async (code, fail) => {
    const http = clientThat((_url, options) => (isDesktop(options) ? fail() : null));
    const { status, error, sections, past } = await played.fetch(cruxSource, 'shop.example', { http });
    expect([status, error!.code, error!.retryable, past!.length]).toEqual(['partial', code, true, 32]);
    expect(sections!['performance.field']).toMatchObject({ lcp_p75_ms: 2140, desktop: null });
  });

  test('fails when the request for desktop computers takes too long and there is no data of phones', async () => {
    played.fault('crux PHONE', faults.json({ error: { code: 404, status: 'NOT_FOUND' } }, 404));
    const http = clientThat((_url, options) =>
      isDesktop(options) ? Promise.reject(new NetworkFailure('timeout')) : null,
    );
    const answer = await played.fetch(cruxSource, 'shop.example', { http });
    expect(answer).toMatchObject({ status: 'timeout', error: { code: 'timeout', retryable: true } });
    expect(answer.sections).toBeUndefined();
  });

  test('returns the last days without history when there is no free slot for the history', async () => {
    const http = clientThat((url) => (url.includes('History') ? busy() : null));
    expect(await played.fetch(cruxSource, 'shop.example', { http })).toMatchObject({ status: 'ok', past: [] });
  });
});

test('the wayback source throws ProviderUnavailable when one of two requests has no free slot', async () => {
  const http = clientThat((url) => (url.includes('limit=1') ? busy() : null));
  await expect(played.fetch(waybackSource, 'shop.example', { http })).rejects.toThrow(ProviderUnavailable);
});
