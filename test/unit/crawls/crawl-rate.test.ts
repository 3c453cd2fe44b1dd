import { describe, expect, test } from '@jest/globals';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { CrawlRate, createRatedSlots } from '../../../functions/core/crawls/crawl-rate.ts';
import type { SlotRequest } from '../../../functions/core/sources/site/site-requests.ts';

type Outcome = Parameters<CrawlRate['add']>[0];

const answer = (ttfbMs: number, status = 200): Outcome => ({ status, ttfbMs });

/** A server of which a crawl sends requests at its rate; time passes only between these. */
function crawlOf(max: number) {
  const rate = new CrawlRate(max);
  let now = 0;
  /** @returns the rate after each second */
  const receive = (seconds: number, outcome: Outcome) => {
    const rates: number[] = [];
    const until = now + 1_000 * seconds;
    for (let second = now + 1_000; now < until; now += 1_000 / rate.perSecond) {
      rate.add(outcome, now, now);
      for (; now >= second; second += 1_000) rates.push(rate.perSecond);
    }
    return rates;
  };
  return { rate, receive, now: () => now };
}

describe('the rate of a crawl', () => {
  test('rises from two requests per second to the requested rate, by one every five seconds', () => {
    const { rate, receive } = crawlOf(4.5);
    expect(rate.perSecond).toBe(2);
    receive(6, answer(200));
    expect(rate.perSecond).toBe(3);
    receive(60, answer(200));
    expect(rate.perSecond).toBe(4.5);
    expect(new CrawlRate(1.5).perSecond).toBe(1.5);
  });

  test.each<[string, Outcome]>([
    ['answers 429', answer(5, 429)],
    ['answers 500', answer(5, 500)],
    ['answers 503', answer(5, 503)],
    ['does not answer', null],
  ])('is halved at once when the server %s, and rises again afterwards', (_name, outcome) => {
    const { rate, receive, now } = crawlOf(10);
    receive(60, answer(200));
    expect(rate.perSecond).toBe(10);
    rate.add(outcome, now(), now());
    expect(rate.perSecond).toBe(5);
    // Requests that were sent before count once.
    rate.add(outcome, now() - 1, now());
    expect(rate.perSecond).toBe(5);
    receive(4, outcome);
    expect(rate.perSecond).toBe(1);
    receive(600, answer(200));
    expect(rate.perSecond).toBe(10);
  });

  test('rises by one a minute after a 429', () => {
    const { rate, receive } = crawlOf(10);
    receive(60, answer(200));
    receive(1, answer(5, 429));
    const after = rate.perSecond;
    receive(59, answer(200));
    expect(rate.perSecond).toBe(after);
    receive(11, answer(200));
    expect(rate.perSecond).toBe(after + 1);
  });

  test('is halved when the response time rises above twice the lowest median and 100 ms', () => {
    const { rate, receive } = crawlOf(10);
    receive(60, answer(200));
    receive(10, answer(500));
    expect(rate.perSecond).toBe(10);
    const rates = receive(15, answer(501));
    expect(rates[2]).toBeLessThanOrEqual(5);
    expect(Math.min(...rates)).toBeLessThan(2);
  });

  test('rises again at a site whose response time stays higher at the default rate', () => {
    const { rate, receive } = crawlOf(10);
    receive(60, answer(200));
    const rates = receive(300, answer(2_000));
    expect(Math.min(...rates)).toBe(1);
    expect(rate.perSecond).toBe(10);
  });

  test('is not changed by single slow responses', () => {
    const { rate, receive, now } = crawlOf(10);
    receive(60, answer(200));
    for (let page = 0; page < 100; page += 1) rate.add(answer(page % 3 === 0 ? 9_000 : 200), now(), now());
    expect(rate.perSecond).toBe(10);
  });

  test('continues in another process', () => {
    const { rate, receive } = crawlOf(10);
    receive(60, answer(200));
    receive(1, answer(5, 429));
    const another = new CrawlRate(10);
    another.restore(JSON.parse(JSON.stringify(rate.state)) as typeof rate.state);
    expect(another.state).toEqual(rate.state);
  });
});

describe('the slots of a crawl', () => {
  function slotsAt(perSecond: number) {
    const rate = { perSecond };
    const taken: SlotRequest[] = [];
    const rests: number[] = [];
    const sentAt: number[] = [];
    let time = 0;
    const clock = { now: () => time, wait: (ms: number) => Promise.resolve(void (time += ms)) };
    const take = createRatedSlots(
      (request) => {
        taken.push(request);
        return Promise.resolve({ next: () => Promise.resolve(), rest: (ms) => Promise.resolve(void rests.push(ms)) });
      },
      rate,
      clock,
    );
    const send = async (crawlDelaySeconds: number | null = null, withinMs = 2_000) => {
      const slots = await take({ host: 'site.example', count: 1, crawlDelaySeconds, withinMs });
      await slots.next();
      sentAt.push(Math.round(time));
      return slots;
    };
    return { rate, taken, rests, sentAt, send };
  }

  test('share one slot of the site per second, at equal intervals', async () => {
    const { taken, sentAt, send } = slotsAt(4);
    for (let request = 0; request < 9; request += 1) await send();
    expect(sentAt).toEqual([0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000]);
    expect(taken.map(({ crawlDelaySeconds }) => crawlDelaySeconds)).toEqual([1, 1, 1]);
  });

  test('follow a change of the rate from the next request on', async () => {
    const { rate, sentAt, send } = slotsAt(10);
    await send();
    await send();
    rate.perSecond = 2;
    await send();
    await send();
    expect(sentAt).toEqual([0, 100, 600, 1_100]);
  });

  test('are as far apart as a longer Crawl-delay requires, up to ten seconds', async () => {
    const { taken, sentAt, send } = slotsAt(10);
    for (const delay of [0.05, 0.05, 1.5, 1.5]) await send(delay);
    expect(sentAt).toEqual([0, 100, 1_600, 3_100]);
    expect(taken.map(({ crawlDelaySeconds }) => crawlDelaySeconds)).toEqual([1, 1.5, 1.5]);
    await expect(send(60)).rejects.toEqual(new ProviderUnavailable('busy', 10_000));
  });

  test('pass on the pause that a site requests', async () => {
    const { rests, send } = slotsAt(10);
    await send();
    await (await send()).rest(7_000);
    expect(rests).toEqual([7_000]);
  });
});
