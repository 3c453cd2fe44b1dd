import type { Route } from '../routing/route.ts';
import type { IconName } from '../ui/icon-paths.ts';

/** Views that the navigation leads to, in groups: the data, and the service itself. */
export const sectionGroups = [
  ['overview', 'domains', 'issues', 'watches', 'keywords', 'batches', 'compare'],
  ['keys', 'queue', 'journal'],
] as const satisfies readonly (readonly (IconName & Route['view'])[])[];

export type Section = (typeof sectionGroups)[number][number];

/** The section that each view is in. */
export const sectionOf: Record<Route['view'], Section | null> = {
  overview: 'overview',
  keys: 'keys',
  key: 'keys',
  domains: 'domains',
  issues: 'issues',
  issue: 'issues',
  compare: 'compare',
  domain: 'domains',
  page: 'domains',
  keywords: 'keywords',
  'long-tail': 'keywords',
  'keyword-lists': 'keywords',
  'keyword-list': 'keywords',
  batches: 'batches',
  batch: 'batches',
  watches: 'watches',
  queue: 'queue',
  journal: 'journal',
  report: null,
  unknown: null,
};
