import * as z from 'zod/mini';
import { rule } from '../../core/platform/http/rules.ts';
import type { TimelineEvent as StoredEvent } from '../../core/watches/store/timeline.ts';
import { type Entries, typeOnly } from './entry.ts';

export interface TimelineEvent extends StoredEvent {
  domain_unicode: string;
}

export interface TimelinePart {
  /** Newest first. */
  events: TimelineEvent[];
  /** Value of the parameter `after` for the next part; `null`: this is the last one. */
  next: string | null;
}

/** A position begins with a time. */
const POSITION = /^\d{4}-\d\d-\d\dT[\w:.#-]{1,200}$/;

const partParameters = z.object({ after: z.optional(z.string(rule('text')).check(z.regex(POSITION, rule('text')))) });

/** What happened to domains in the last 90 days: by their daily snapshots, and by complete crawls of whole sites. */
export const timelineContract = {
  timeline: { method: 'GET', pattern: 'timeline', query: partParameters, answer: typeOnly<TimelinePart>() },
  domainTimeline: {
    method: 'GET',
    pattern: 'domains/{domain}/timeline',
    query: partParameters,
    answer: typeOnly<TimelinePart>(),
  },
} as const satisfies Entries;
