import { domainToUnicode } from 'node:url';
import type { Timeline } from '../core/watches/store/timeline.ts';
import type { HostServices } from './contract/entry.ts';
import { timelineContract } from './contract/timeline.ts';
import { routesOf } from './router.ts';

export interface TimelineRouteServices extends HostServices {
  timeline: Pick<Timeline, 'list'>;
}

/** Number of events in a response. */
const PART = 10;

/** Routes for what happened to domains. */
export const timelineRoutes = routesOf<typeof timelineContract, TimelineRouteServices>(timelineContract, {
  timeline: ({ query: { after = null } }, { timeline }) => readPart(timeline, null, after),
  domainTimeline: ({ params: { domain }, query: { after = null } }, { timeline }) => readPart(timeline, domain, after),
});

async function readPart(timeline: TimelineRouteServices['timeline'], domain: string | null, after: string | null) {
  const { events, next } = await timeline.list({ domain, after, limit: PART });
  const named = events.map((event) => ({ ...event, domain_unicode: domainToUnicode(event.domain) }));
  return { data: { events: named, next } };
}
