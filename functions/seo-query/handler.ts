import { endpoint } from '../shared/http/endpoint.ts';
import { success } from '../shared/http/envelope.ts';
import { noteFacts } from '../shared/http/request-log.ts';
import { answerData } from '../shared/record/answer-data.ts';
import { requiredSetting } from '../shared/settings.ts';
import { createDomainCache } from '../shared/storage/domain-cache.ts';
import { createDomainSchedule } from '../shared/storage/domain-schedule.ts';
import { createDynamoDB } from '../shared/storage/dynamodb.ts';
import { readCached } from './read-cached.ts';

const client = createDynamoDB();
const cache = createDomainCache(client, requiredSetting('DOMAIN_CACHE_TABLE'));
const schedule = createDomainSchedule(client, requiredSetting('DOMAIN_SCHEDULE_TABLE'));

/** `GET /api/v1/seo/query`: a cached answer costs one read; what only a miss needs is loaded on a miss. */
export const handler = endpoint(async (event) => {
  const now = Date.now();
  const cached = await readCached(event, { cache, schedule, now });
  if (cached) {
    const isHealDue = cached.healAfter !== null && cached.healAfter <= now;
    if (isHealDue || cached.note) {
      const { afterHit } = await import('./after-hit.ts');
      await afterHit(cached, { isHealDue, note: cached.note }, client);
    }
    noteFacts(event, { cache_status: 'hit' });
    return success(event, answerData(cached, 'hit', now));
  }

  const { answerMiss } = await import('./answer-miss.ts');
  return success(event, await answerMiss(event, { client, cache, schedule }));
});
