import { number, text } from '../settings/settings.ts';

/** The queues of background work. */
export const queueSettings = { WORK_QUEUE_URL: text, LEARNING_QUEUE_URL: text, BATCH_QUEUE_URL: text };

/** Where batches are stored. */
export const batchesSettings = { BATCHES_TABLE: text };

/** Where pages are stored. */
export const pagesSettings = { PAGES_TABLE: text };

/** All else that is stored, the queues of background work, and how many domains are followed. */
export const storageSettings = {
  DOMAIN_CACHE_TABLE: text,
  DOMAIN_HISTORY_TABLE: text,
  DOMAIN_SCHEDULE_TABLE: text,
  KEYWORDS_TABLE: text,
  COORDINATION_TABLE: text,
  ...queueSettings,
  MAX_FOLLOWED_DOMAINS: number(),
};

/** Where crawls of sites are stored, and the queue of their work. */
export const siteCrawlsSettings = { SITE_CRAWLS_TABLE: text };
export const crawlQueueSettings = { CRAWL_QUEUE_URL: text };

/** Where dead letters are kept, and what else operators are told of background work. */
export const operationsSettings = { OPERATIONS_TABLE: text };
