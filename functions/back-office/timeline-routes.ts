import type { Timeline } from '../core/watches/store/timeline.ts';
import type { HostServices } from './contract/entry.ts';
import { timelineContract } from './contract/timeline.ts';
import { routesOf } from './router.ts';

export interface TimelineRouteServices extends HostServices {
  timeline: Pick<Timeline, 'list'>;
}

/** Number of events in a response. */
const PART = 20;

/** Routes for what happened to domains. */
export const timelineRoutes = routesOf<typeof timelineContract, TimelineRouteServices>(timelineContract, {
  timeline: async ({ query: { after = null } }, { timeline }) => ({
    data: await timeline.list({ domain: null, after, limit: PART }),
  }),
  domainTimeline: async ({ params: { domain }, query: { after = null } }, { timeline }) => ({
    data: await timeline.list({ domain, after, limit: PART }),
  }),
});
