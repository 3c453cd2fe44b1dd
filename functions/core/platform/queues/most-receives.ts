/** How often a message of each queue is received, and fails, until it is given up. */
export const MOST_RECEIVES = {
  work: 3,
  learning: 3,
  // A part of a batch, or a crawl, survives more workers than other messages: each may die with any of its domains.
  batches: 10,
  crawls: 10,
};

/** A queue of background work. */
export type QueueName = keyof typeof MOST_RECEIVES;
