import type { Endpoint } from '../../platform/http/endpoint.ts';
import { noteFacts } from '../../platform/http/request-log.ts';
import { createDomainCache } from '../store/domain-cache.ts';
import { createQueryDays } from '../schedule/query-days.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { readCached, respond } from './answer.ts';
import type { QuerySettings } from '../../platform/settings/settings.ts';

/** What answers a query of a domain: a cached answer costs one read; what only a miss needs is loaded on a miss. */
export function openQuery(settings: QuerySettings): Endpoint {
  const db = openDynamoDB(settings);
  const cache = createDomainCache(db, settings.DOMAIN_CACHE_TABLE);
  const schedule = createQueryDays(db, settings.DOMAIN_SCHEDULE_TABLE);

  return async (event) => {
    const now = Date.now();
    const cached = await readCached(event, { cache, schedule, now });
    if (cached && !('absent' in cached)) {
      const isHealDue = cached.healAfter !== null && cached.healAfter <= now;
      const { scheduleChange } = cached;
      if (isHealDue || scheduleChange) {
        const { afterHit } = await import('./after-hit.ts');
        await afterHit(cached, { isHealDue, scheduleChange }, { db, settings });
      }
      noteFacts(event, { cache_status: 'hit' });
      return respond(event, { entry: cached, cacheStatus: 'hit', fields: cached.fields }, now);
    }

    const { answerMiss } = await import('./answer-miss.ts');
    const found = await answerMiss(event, cached?.absent ?? null, { db, schedule, settings });
    return respond(event, found, Date.now());
  };
}
