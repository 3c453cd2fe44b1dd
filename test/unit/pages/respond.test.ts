import { describe, expect, test } from '@jest/globals';
import { respond } from '../../../functions/core/pages/page-endpoint.ts';
import { pageMembers } from '../../../functions/core/record/members.computed.ts';
import { nothing } from '../../../functions/core/pages/read-page.ts';
import { apiEvent } from '../../support/api-event.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');

const entry = {
  url: 'https://a.com/x?y',
  domain: 'a.com',
  firstCachedAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
  retryAt: null,
  version: 1,
  revision: 'r1',
  recordJson: JSON.stringify({ ...nothing, sources: [] }),
};

async function ask(
  { fields, revision = 'r1' }: { fields?: string; revision?: string } = {},
  known?: string,
  now = NOW,
) {
  const event = { ...apiEvent('url=https://a.com/x'), multiValueHeaders: known ? { 'If-None-Match': [known] } : {} };
  const found = { entry: { ...entry, revision }, cacheStatus: 'hit' as const, fields };
  const { statusCode, headers, body } = await respond(event, found, now);
  return { status: statusCode, etag: headers?.ETag as string | undefined, body };
}

describe('an answer from the cache', () => {
  test('contains the members of the call before the stored record', async () => {
    const { body } = await ask();
    expect(JSON.parse(body)).toMatchObject({
      data: {
        url: 'https://a.com/x?y',
        domain: 'a.com',
        cache_status: 'hit',
        first_cached_at: entry.firstCachedAt,
        updated_at: entry.updatedAt,
        age_seconds: 3600,
        ...nothing,
        sources: [],
      },
    });
    expect(Object.keys((JSON.parse(body) as { data: object }).data)).toEqual(
      Object.keys(pageMembers).toSorted(byOrder),
    );
  });

  test('has an ETag that depends only on revision and members', async () => {
    const first = await ask();
    expect(await ask({}, first.etag, NOW + 60_000)).toMatchObject({ status: 304, etag: first.etag, body: '' });
    const etags = await Promise.all([
      ask(),
      ask({ revision: 'r2' }),
      ask({ fields: 'page' }),
      ask({ fields: 'robots' }),
    ]);
    expect(new Set(etags.map(({ etag }) => etag)).size).toBe(4);
  });
});

const ORDER = [
  'url domain cache_status first_cached_at updated_at age_seconds',
  'seo_score audit issues issues_total page robots security_headers ai_policy keywords sources',
].flatMap((names) => names.split(' '));
const byOrder = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b);
