import { expect, test } from '@jest/globals';
import { createRateLimitedClient } from '../../../functions/core/sources/providers/provider-client.ts';
import { pagespeedSource } from '../../../functions/core/sources/pagespeed.ts';
import { createProviderRateLimit, ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/server.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { plain, playProviders } from './play-providers.ts';

const played = playProviders();

test('the pagespeed source is paused by five outages, not by pages that cannot be tested', async () => {
  const tables = await createTestTables(coordinationTable);
  try {
    const client = tables.db;
    const rateLimit = createProviderRateLimit(client, coordinationTable.name, Date.now);
    const http = createRateLimitedClient(plain, rateLimit, 5_000);
    const fetchTimes = async (times: number) => {
      for (let count = 0; count < times; count += 1) await played.fetch(pagespeedSource, 'shop.example', { http });
    };
    played.fault('pagespeed', faults.serverError());
    await fetchTimes(4);
    const error = { code: 500, errors: [{ domain: 'lighthouse', reason: 'lighthouseError' }] };
    played.fault('pagespeed', faults.json({ error }, 500));
    await fetchTimes(6);
    played.fault('pagespeed', faults.serverError());
    await fetchTimes(5);
    await expect(fetchTimes(1)).rejects.toThrow(ProviderUnavailable);
  } finally {
    await tables.close();
  }
});
