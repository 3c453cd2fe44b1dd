import { text } from '../settings/kinds.ts';
import type { SettingsOf } from '../settings/settings.ts';

/** Queues of background work, without those of crawls and of deliveries. */
export const workQueueSettings = {
  /** Queue of snapshots and refreshes. */
  WORK_QUEUE_URL: text,
  /** Queue of keywords to be indexed. */
  LEARNING_QUEUE_URL: text,
  /** Queue of the domains of batches. */
  BATCH_QUEUE_URL: text,
};
export type WorkQueueSettings = SettingsOf<typeof workQueueSettings>;

export const crawlQueueSettings = {
  /** Queue of crawls of sites. */
  CRAWL_QUEUE_URL: text,
};
export type CrawlQueueSettings = SettingsOf<typeof crawlQueueSettings>;

export const deliveryQueueSettings = {
  /** Queue of deliveries to receivers. */
  DELIVERY_QUEUE_URL: text,
};
export type DeliveryQueueSettings = SettingsOf<typeof deliveryQueueSettings>;

/** All queues of background work. */
export const queueSettings = { ...workQueueSettings, ...crawlQueueSettings, ...deliveryQueueSettings };
export type QueueSettings = SettingsOf<typeof queueSettings>;
