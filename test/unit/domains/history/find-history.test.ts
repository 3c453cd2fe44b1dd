import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import fc from 'fast-check';
import { historyParameters } from '../../../../functions/core/domains/history/request.ts';
import { domainParameter } from '../../../../functions/core/platform/names/address-parameters.ts';
import { historyQuery } from '../../../../functions/core/domains/history/history-endpoint.ts';
import { readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import { readParameters } from '../../../../functions/core/platform/http/parameters.ts';
import type { DomainHistory, StoredSnapshot } from '../../../../functions/core/domains/store/domain-history.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { findStored } from '../../../support/find-stored.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const STORED = ['a.com', 'www.co.uk', 'www.a.org', 'shop.example'];
const isReachable = (host: string) => host === 'shop.example';

/** A history with two snapshots of each stored domain, which records its reads. */
function dependencies() {
  const reads: string[] = [];
  const history: Pick<DomainHistory, 'read'> = {
    read(domain, { limit }, after) {
      reads.push(domain);
      const stored = STORED.includes(domain) ? [20, 19].map(snapshotOn) : [];
      const remaining = stored.filter(({ key }) => !after || key < after.key);
      return Promise.resolve({ snapshots: remaining.slice(0, limit), truncated: remaining.length > limit });
    },
  };
  return { reads, deps: { history, now: () => NOW, isReachable } };
}

function snapshotOn(day: number): StoredSnapshot {
  const date = `2026-11-${day}`;
  const captured_at = `${date}T08:00:00.000Z`;
  return { key: captured_at, captured_at, date, origin: 'query', seo_score: day };
}

/** Answers a query as the endpoint does. */
const findHistory = (event: APIGatewayProxyEvent, deps: Parameters<typeof historyQuery>[0]) =>
  findStored(event, historyQuery(deps));

/** Returns the result when the domain is validated before the first read. */
async function answerOfCheckedQuery(query: string) {
  const request = readParameters(apiEvent(query), historyParameters(domainParameter(isReachable)));
  return { request, found: await readHistory(request, dependencies().deps) };
}

test.each([
  'domain=a.com',
  'domain=https://WWW.A.com./x',
  'domain=a.com&limit=2&format=csv&fields=snapshots.seo_score',
])('%s has a history, which is read once', async (query) => {
  const { deps, reads } = dependencies();
  const { found } = await findHistory(apiEvent(query), deps);
  expect(found).toMatchObject({ domain: 'a.com', count: 2 });
  expect(reads).toEqual(['a.com']);
});

test('a domain without a history is read once', async () => {
  const { deps, reads } = dependencies();
  const { found } = await findHistory(apiEvent('domain=www.never-seen.com'), deps);
  expect(found).toMatchObject({ domain: 'never-seen.com', count: 0, snapshots: [] });
  expect(reads).toEqual(['never-seen.com']);
});

test('www directly below a public suffix is a separate domain', async () => {
  const { deps, reads } = dependencies();
  const { found } = await findHistory(apiEvent('domain=www.co.uk'), deps);
  expect(found).toMatchObject({ domain: 'www.co.uk', count: 2 });
  expect(reads).toEqual(['co.uk', 'www.co.uk']);
});

test.each(['a.com', 'www.co.uk'])('the history of %s is read page by page', async (domain) => {
  const { deps } = dependencies();
  const { found: first } = await findHistory(apiEvent(`domain=${domain}&limit=1`), deps);
  const next = `domain=${domain}&limit=1&cursor=${first.next_cursor}`;
  const { found: second } = await findHistory(apiEvent(next), deps);
  expect(second).toMatchObject({ domain, count: 1, from: first.from, to: first.to, next_cursor: null });
  expect([first, second].map(({ snapshots }) => snapshots[0]!.seo_score)).toEqual([20, 19]);
});

test.each(['domain=', 'domain=www..', 'domain=exa mple', `domain=${'a'.repeat(300)}.com`])(
  '%s is no key of the table: it is refused without a read',
  async (query) => {
    const { deps, reads } = dependencies();
    await expect(findHistory(apiEvent(query), deps)).rejects.toMatchObject({ details: [{ param: 'domain' }] });
    expect(reads).toEqual([]);
  },
);

test('an error of the database causes no second read', async () => {
  const { deps, reads } = dependencies();
  const history: Pick<DomainHistory, 'read'> = {
    read: (...given) => deps.history.read(...given).then(() => Promise.reject(new Error('throttled'))),
  };
  await expect(findHistory(apiEvent('domain=a.com'), { ...deps, history })).rejects.toThrow('throttled');
  expect(reads).toEqual(['a.com']);
});

const hosts = fc.oneof(
  fc.constantFrom(
    ...STORED,
    'never-seen.com',
    'com',
    'co.uk',
    'www.com',
    'localhost',
    'db.internal',
    '10.0.0.1',
    '[::1]',
  ),
  fc.domain(),
  fc.string(),
);
const forms = fc
  .tuple(
    fc.constantFrom('', 'www.', 'https://', '//', 'http://user@www.'),
    hosts,
    fc.constantFrom('', '.', '/x?y#z', ':80'),
  )
  .map((parts) => parts.join(''));
const others = fc.record(
  {
    range: fc.constantFrom('30d', '1y', '0d', ''),
    from: fc.constantFrom('2026-11-01', '2026-12-01', 'today'),
    to: fc.constantFrom('2026-11-21', '2026-10-01'),
    limit: fc.constantFrom('1', '1000', '0', 'x'),
    cursor: fc.constantFrom('', 'abc'),
    fields: fc.constantFrom('snapshots.title', 'score'),
    format: fc.constantFrom('csv', 'xml'),
    other: fc.constant('1'),
  },
  { requiredKeys: [] },
);

test('every request has the same result as with validation before the read', async () => {
  await fc.assert(
    fc.asyncProperty(forms, others, async (domain, parameters) => {
      const query = new URLSearchParams({ domain, ...parameters }).toString();
      const settled = await Promise.allSettled([
        findHistory(apiEvent(query), dependencies().deps),
        answerOfCheckedQuery(query),
      ]);
      expect(settled[0]).toEqual(settled[1]);
    }),
    { numRuns: 1_000 },
  );
});
