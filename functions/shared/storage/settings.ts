import { number, text } from '../settings/settings.ts';

/** All that is stored, the queue of background work, and how many domains are followed. */
export const storageSettings = {
  DOMAIN_CACHE_TABLE: text,
  DOMAIN_HISTORY_TABLE: text,
  DOMAIN_SCHEDULE_TABLE: text,
  KEYWORDS_TABLE: text,
  COORDINATION_TABLE: text,
  WORK_QUEUE_URL: text,
  MAX_FOLLOWED_DOMAINS: number(),
};
