import { describe, expect, test } from '@jest/globals';
import { respond } from '../../../../functions/core/domains/query/query-endpoint.ts';
import { emptySections, nestSections } from '../../../../functions/core/record/sections.ts';
import { apiEvent } from '../../../support/api-event.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');

const entry = {
  domain: 'a.com',
  domainUnicode: 'a.com',
  firstCachedAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-02T00:00:00.000Z',
  allFetchedAt: '2026-11-02T00:00:00.000Z',
  retryAt: null,
  retries: {},
  pending: [],
  revision: 'r1',
  recordJson: JSON.stringify({ complete: true, ...nestSections(emptySections()), sources: [] }),
};

async function ask(
  { fields, ...rest }: { fields?: string; revision?: string | undefined } = {},
  known?: string,
  now = NOW,
) {
  const event = { ...apiEvent('domain=a.com'), multiValueHeaders: known ? { 'If-None-Match': [known] } : {} };
  const { statusCode, headers, body } = await respond(
    event,
    { entry: { ...entry, ...rest } as typeof entry, cacheStatus: 'hit', fields },
    now,
  );
  return { status: statusCode, etag: headers?.ETag as string | undefined, headers, body };
}

describe('the ETag of an answer from the cache', () => {
  test('differs by revision and by members', async () => {
    const etags = await Promise.all([ask(), ask({ revision: 'r2' }), ask({ fields: 'page' }), ask({ fields: 'dns' })]);
    expect(new Set(etags.map(({ etag }) => etag)).size).toBe(4);
    expect((await ask({ fields: 'page' }, etags[0].etag)).status).toBe(200);
  });
});
