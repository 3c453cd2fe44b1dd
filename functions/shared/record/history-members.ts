import { type Members, membersNamed as named } from '../http/fields.ts';
import { figureNames, metricNames } from './figures.ts';

/** Names of all members of `data` of `/api/v1/seo/history`, as `members.ts` has those of a record. */
export const historyMembers: Members = named('domain range from to limit count truncated next_cursor', {
  snapshots: named(`captured_at date site_status origin ${figureNames.join(' ')}`, {
    changes: named('field from to'),
  }),
  summary: Object.fromEntries(metricNames.map((name) => [name, named('first last min max change')])),
});
