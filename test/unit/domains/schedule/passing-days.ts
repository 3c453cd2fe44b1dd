import { expect } from '@jest/globals';
import { scheduleSnapshots } from '../../../../functions/core/domains/schedule/schedule-snapshots.ts';
import { takeSnapshot } from '../../../../functions/core/domains/take-snapshot.ts';
import { dayOf } from '../../../../functions/core/platform/time/day.ts';
import type { Source } from '../../../../functions/core/sources/source.ts';
import { createQueryDays } from '../../../../functions/core/domains/schedule/query-days.ts';
import { scheduleTable } from '../../../support/dynamodb.ts';
import { createTestRecordServices, scriptedSource } from '../../../support/record-services.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const domains = Array.from({ length: 6 }, (_, index) => `site-${index}.com`);

/** A source that never answers, and so is due each time. */
const unconfigured = scriptedSource({
  id: 'pagespeed',
  fields: ['performance.lab'],
  answer: () => ({ status: 'not_configured' }),
});

/** A site whose title changes once a week; `fetches` gets the domain and day of each request. */
export function makeSite(clock: () => number, fetches: string[] = []) {
  const source = scriptedSource({
    id: 'site',
    fields: ['page', 'seo_score'],
    maxAgeDays: 1,
    answer: () => ({
      status: 'ok',
      sections: {
        page: { title: `Week ${Math.floor(clock() / (7 * DAY))}`, http_status: 200, links: { total: 3 } } as never,
        seo_score: 90,
      },
    }),
  });
  const fetch = (domain: string) => {
    fetches.push(`${domain} ${dayOf(clock())}`);
    source.requests += 1;
    return Promise.resolve(source.answer());
  };
  return Object.assign(source, { fetch });
}

interface Failures {
  /** Whether the worker is killed at this message, which is delivered again. */
  isKilled?: (count: number) => boolean;
  /** Days on which the scheduler does not run. */
  isDown?: (day: number) => boolean;
}

export type PassingDays = Awaited<ReturnType<typeof createPassingDays>>;

/**
 * Opens scheduler and worker with separate tables and a clock that tests set.
 *
 * @param sources the sources; by default a site whose title changes
 */
export async function createPassingDays(sources?: Source[]) {
  const fetches: string[] = [];
  const site = makeSite(() => opened.clock.now, fetches);
  const opened = await createTestRecordServices(sources ?? [site, unconfigured]);
  const { services, sent, clock } = opened;

  /** @returns the scheduled snapshots of a domain */
  async function scheduled(domain: string) {
    return (await opened.historyOf(domain)).filter(({ origin }) => origin === 'scheduled');
  }

  /** Queries all domains on two days, after which they are followed. */
  async function followAll() {
    for (const domain of domains) {
      const schedule = createQueryDays(opened.tables.db, scheduleTable.name);
      expect(await schedule.recordFirstQuery(domain, clock.now - DAY)).toBeNull();
      expect(await schedule.recordQuery(domain, clock.now)).toBe('follow');
      await services.followed.follow(domain, clock.now);
      expect(await schedule.recordQuery(domain, clock.now + DAY)).toBeNull();
    }
  }

  /** Advances the clock in steps of two hours, with the scheduler, and the worker processing its messages. */
  async function advance(days: number, { isKilled = () => false, isDown = () => false }: Failures = {}) {
    const start = clock.now;
    let count = 0;
    for (; clock.now < start + days * DAY; clock.now += 2 * HOUR) {
      if (isDown(Math.floor((clock.now - start) / DAY))) continue;
      await scheduleSnapshots({ ...services, remainingMs: () => 60_000 });
      while (sent.length > 0) {
        const { task } = sent.shift()!;
        if (task.task !== 'snapshot') continue;
        count += 1;
        const add: typeof services.snapshots.add = (...snapshot) =>
          isKilled(count) ? Promise.reject(new Error('killed')) : services.snapshots.add(...snapshot);
        await takeSnapshot(task, { ...services, snapshots: { ...services.snapshots, add } }).catch(() => {
          // Its lease has expired when the message is delivered again.
          clock.now += 60_000;
          sent.push({ task, delayMs: 0 });
        });
      }
    }
  }

  return { ...opened, site, fetches, scheduled, followAll, advance };
}
