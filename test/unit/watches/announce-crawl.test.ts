import { describe, expect, test } from '@jest/globals';
import type { CrawlEnd } from '../../../functions/core/sites/crawl/services.ts';
import { announceCrawl, STORE_MS } from '../../../functions/core/watches/announce-crawl.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { createWatchEvents, SETTLE_MS } from '../../../functions/core/watches/store/events.ts';
import { CONDITION_FAILED, type DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { HOOK, openWatchWorld, ownerOf } from './watch-world.ts';

const world = useFresh(openWatchWorld);

const endOf = (changes: Partial<CrawlEnd> = {}): CrawlEnd => ({
  ...{ domain: 'a.com', id: 'c1', owner: 'o1', deliver: undefined, stopReason: null },
  finishedAt: new Date(world.clock.now).toISOString(),
  result: { health: 90, site_score: 88, pages: { total: 5 }, issues: [{ id: 'broken-link', count: 2 }] } as never,
  newIssues: { 'broken-link': 2, 'title-long': 3 },
  ...changes,
});
const announce = (end: CrawlEnd) => announceCrawl(end, world.evaluating());

async function watch(severity: 'error' | 'warning' | 'notice') {
  const conditions = [condition.parse({ on: 'new_issues', severity })];
  const request = { domains: ['a.com'], conditions, crawl: null, deliver: null, mail: false };
  const { id } = await createWatch(request, ownerOf('o1'), world.managing);
  return async () => {
    world.clock.now += SETTLE_MS + 1;
    return (await world.events.list(id, { after: '0', limit: 10 })).events.map(({ after }) => after);
  };
}

describe('the end of a crawl', () => {
  test('is an event of its new issues of a severity, once for each crawl', async () => {
    const events = await watch('error');
    await announce(endOf());
    await announce(endOf());
    expect(await events()).toEqual([{ 'broken-link': 2 }]);
    await announce(endOf({ id: 'c2', newIssues: { 'broken-link': 1 } }));
    expect(await events()).toEqual([{ 'broken-link': 2 }, { 'broken-link': 1 }]);
  });

  test('is an event, once, when the answer to the write of its marker was lost', async () => {
    const events = await watch('error');
    const lost: unknown[] = [];
    const db: DynamoDB = {
      ...world.db,
      async put(input, options) {
        const answer = await world.db.put(input, options);
        if (lost.length > 0 || !String(input.Item!.sort).startsWith('id#')) return answer;
        lost.push(answer);
        throw Object.assign(new Error('Repeated by the SDK'), { name: CONDITION_FAILED });
      },
    };
    const services = { ...world.evaluating(), events: createWatchEvents(db, watchesTable.name, () => world.clock.now) };
    await announceCrawl(endOf(), services);
    await announce(endOf());
    expect([lost.length, await events()]).toEqual([1, [{ 'broken-link': 2 }]]);
  });

  test.each([
    ['there was no comparable crawl before', null],
    ['nothing is new', {}],
    ['the new issues are less severe', { 'title-long': 3 }],
  ])('is no event if %s', async (_, newIssues) => {
    const events = await watch('error');
    await announce(endOf({ newIssues }));
    expect(await events()).toEqual([]);
  });

  test('is no event of a watch that was created after it', async () => {
    const end = endOf();
    world.clock.now += 60_000;
    const events = await watch('notice');
    await announce(end);
    expect(await events()).toEqual([]);
  });

  test('is sent once to the receiver of the crawl, also when it was stopped', async () => {
    const end = endOf({ deliver: HOOK, stopReason: 'cancelled', newIssues: null });
    await announce(end);
    await announce(end);
    expect([await world.work(), world.received]).toEqual([[], []]);
    world.clock.now += STORE_MS;
    await world.work();
    const bodies = world.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(bodies.map(({ type }) => type)).toEqual(['watch.test', 'crawl.ended']);
    expect(bodies[1]!.data).toEqual({
      ...{ domain: 'a.com', finished_at: end.finishedAt, stop_reason: 'cancelled' },
      ...{ health: 90, site_score: 88, pages: 5, issues: { 'broken-link': 2 } },
    });
  });

  test('waits at a new address while that of a watch of the owner was challenged within a minute', async () => {
    const deliver = { url: HOOK };
    await announce(endOf({ deliver: `${HOOK}?crawls` }));
    world.clock.now += STORE_MS;
    await createWatch(
      { domains: ['a.com'], conditions: [], crawl: null, deliver, mail: false },
      ownerOf('o1'),
      world.managing,
    );
    expect(await world.work()).toEqual(['deferred']);
    world.clock.now += 60_000;
    expect(await world.work()).toEqual(['delivered']);
  });
});
