import { hrefOf } from '../routing/route.ts';
import type { IconName } from '../ui/icon-paths.ts';

/** Facts of an event of the timeline or of a watch. */
export interface ListedEvent {
  id: string;
  domain: string;
  domain_unicode?: string;
  condition: { on: string };
  name: string;
  before: unknown;
  after: unknown;
  /** ISO 8601 time. */
  measured_at: string;
}

export type EventTone = 'good' | 'bad' | 'warn' | 'neutral';

const TONES: Readonly<Record<string, EventTone>> = {
  drop: 'bad',
  unreachable: 'bad',
  noindex: 'bad',
  new_issues: 'bad',
  rise: 'good',
  reachable: 'good',
  indexable: 'good',
  fixed_issues: 'good',
  below: 'warn',
  above: 'warn',
  certificate_expires: 'warn',
  registration_expires: 'warn',
};

/** Returns whether an event is good or bad; what has expired is worse than what expires. */
export function toneOf({ condition: { on }, after }: ListedEvent): EventTone {
  const tone = TONES[on] ?? 'neutral';
  return tone === 'warn' && on.endsWith('_expires') && typeof after === 'number' && after <= 0 ? 'bad' : tone;
}

/** Returns the icon of an event: for changes of numbers an arrow in the direction of the change. */
export function iconOf(event: ListedEvent): IconName {
  const { condition, before, after } = event;
  const isMove = condition.on === 'drop' || condition.on === 'rise';
  if (isMove && typeof before === 'number' && typeof after === 'number') return after > before ? 'up' : 'down';
  return ({ good: 'success', bad: 'error', warn: 'warning', neutral: 'compare' } as const)[toneOf(event)];
}

const VITALS = new Set<string>(['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'ttfb_p75_ms', 'fcp_p75_ms']);
const OF_AUDITS = new Set<string>(['seo_score', 'noindex']);
const OF_RECORD = new Set<string>(['tls_days_remaining', 'registration_days_remaining']);

/** Returns the tab of a domain that has what an event is about. */
function tabOf({ condition: { on }, name }: ListedEvent): string {
  if (on === 'fixed_issues') return 'site.compare';
  if (name === 'issues') return 'site.issues';
  if (VITALS.has(name)) return 'vitals';
  if (OF_AUDITS.has(name)) return 'audits';
  if (name === 'site_status') return 'sources';
  return OF_RECORD.has(name) ? 'record' : 'history';
}

/** Returns the address of what an event is about. */
export const hrefOfEvent = (event: ListedEvent) => hrefOf({ view: 'domain', domain: event.domain, tab: tabOf(event) });
