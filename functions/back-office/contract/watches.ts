import type { z } from 'zod';
import type {
  deletedAnswer,
  FailingWatch,
  newSecretAnswer,
  testAnswer,
  WatchAnswer,
  WatchEventAnswer,
} from '../../core/watches/answer-schema.ts';
import type { Condition } from '../../core/watches/conditions.ts';
import { type Entries, typeOnly } from './entry.ts';

/** A page of the watches of the operator, and those of owners of keys whose deliveries fail. */
export interface Watches {
  watches: Watch[];
  failing_of_others: FailingWatch[];
  /** Value of the parameter `cursor` for the next page; `null`: this is the last page. */
  next_cursor: string | null;
}
export type Watch = WatchAnswer;

/** Further members are those of `/api/v1/seo/watches`. */
export interface NewWatch {
  domains: string[];
  conditions: WatchCondition[];
  deliver: { url: string } | null;
  mail: boolean;
}
export type WatchCondition = Condition;
export interface CreatedWatch extends Watch {
  /** The secret that signs deliveries, which only this response contains. */
  secret: string;
}

export interface WatchEvents {
  events: WatchEventAnswer[];
}

/** The operator's watches. Except for the events, the public endpoint reads the requests. */
export const watchContract = {
  watches: { method: 'GET', pattern: 'watches', query: typeOnly<{ cursor?: string }>(), answer: typeOnly<Watches>() },
  /** 201 */
  createWatch: { method: 'POST', pattern: 'watches', body: typeOnly<NewWatch>(), answer: typeOnly<CreatedWatch>() },
  watch: { method: 'GET', pattern: 'watches/{id}', answer: typeOnly<Watch>() },
  changeWatch: {
    method: 'PATCH',
    pattern: 'watches/{id}',
    body: typeOnly<Partial<NewWatch>>(),
    answer: typeOnly<Watch>(),
  },
  deleteWatch: { method: 'DELETE', pattern: 'watches/{id}', answer: typeOnly<z.infer<typeof deletedAnswer>>() },
  testWatch: { method: 'POST', pattern: 'watches/{id}/test', answer: typeOnly<z.infer<typeof testAnswer>>() },
  renewWatchSecret: {
    method: 'POST',
    pattern: 'watches/{id}/secret',
    answer: typeOnly<z.infer<typeof newSecretAnswer>>(),
  },
  /** The newest first. */
  watchEvents: { method: 'GET', pattern: 'watches/{id}/events', answer: typeOnly<WatchEvents>() },
} as const satisfies Entries;
