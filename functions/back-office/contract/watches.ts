import type { z } from 'zod';
import type {
  deletedAnswer,
  FailingWatch,
  newSecretAnswer,
  OperatorsWatch,
  WatchAnswer,
  testAnswer,
  WatchEventAnswer,
} from '../../core/watches/answer-schema.ts';
import type { Condition } from '../../core/watches/conditions.ts';
import type { EventLanguage } from '../../core/watches/event-sentences.ts';
import { type Entries, typeOnly } from './entry.ts';

/** A page of the watches of the operator, and those of owners of keys whose deliveries fail. */
export interface Watches {
  watches: ListedWatch[];
  failing_of_others: FailingWatch[];
  /** Value of the parameter `cursor` for the next page; `null`: this is the last page. */
  next_cursor: string | null;
}
export type Watch = OperatorsWatch;
export interface ListedWatch extends Watch {
  /** The newest event; `null`: there is none in the last 90 days. */
  last_event: WatchEventAnswer | null;
}

export interface NewWatch {
  /** Either these or a tag. */
  domains?: string[];
  /** All domains with it are watched. */
  tag?: string;
  conditions: WatchCondition[];
  /** Crawls of the sites at an interval; `null`: none. */
  crawl?: (Partial<Omit<AnsweredCrawl, 'urls_total' | 'sitemaps_total'>> & Pick<AnsweredCrawl, 'every'>) | null;
  deliver: { url: string } | null;
  mail: boolean;
  /** Language of mails. */
  language: EventLanguage;
}
type AnsweredCrawl = NonNullable<WatchAnswer['crawl']>;
export type WatchCondition = Condition;
export interface CreatedWatch extends Watch {
  /** The secret that signs deliveries, which only this response contains. */
  secret: string;
}

export interface WatchEvents {
  events: WatchEventAnswer[];
}

/** The operator's watches. Except for events and test mails, the public endpoint reads the requests. */
export const watchContract = {
  watches: { method: 'GET', pattern: 'watches', query: typeOnly<{ cursor?: string }>(), answer: typeOnly<Watches>() },
  /** 201 */
  createWatch: { method: 'POST', pattern: 'watches', body: typeOnly<NewWatch>(), answer: typeOnly<CreatedWatch>() },
  watch: { method: 'GET', pattern: 'watches/{id}', answer: typeOnly<Watch>() },
  changeWatch: {
    method: 'PATCH',
    pattern: 'watches/{id}',
    body: typeOnly<Partial<Omit<NewWatch, 'tag'>>>(),
    answer: typeOnly<Watch>(),
  },
  deleteWatch: { method: 'DELETE', pattern: 'watches/{id}', answer: typeOnly<z.infer<typeof deletedAnswer>>() },
  testWatch: { method: 'POST', pattern: 'watches/{id}/test', answer: typeOnly<z.infer<typeof testAnswer>>() },
  /** Sends a mail with examples of events, once a minute at most. */
  testWatchMail: {
    method: 'POST',
    pattern: 'watches/{id}/test-mail',
    answer: typeOnly<{ /** Code of the failure; `null`: the mail was sent. */ error: string | null }>(),
  },
  renewWatchSecret: {
    method: 'POST',
    pattern: 'watches/{id}/secret',
    answer: typeOnly<z.infer<typeof newSecretAnswer>>(),
  },
  /** The newest first. */
  watchEvents: { method: 'GET', pattern: 'watches/{id}/events', answer: typeOnly<WatchEvents>() },
} as const satisfies Entries;
