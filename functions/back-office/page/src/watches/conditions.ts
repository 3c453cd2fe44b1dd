import { useCallback } from 'react';
import type { WatchCondition } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';
import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../shared/warning-days.ts';

/** Conditions that are offered; the first ones are chosen in a new watch. */
export const OFFERED: readonly WatchCondition[] = [
  { on: 'drop', metric: 'seo_score', by: 10 },
  { on: 'unreachable', snapshots: 2 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: CERTIFICATE_WARNING },
  { on: 'registration_expires', within_days: REGISTRATION_WARNING },
  { on: 'new_issues', severity: 'error' },
  { on: 'changed', fields: ['title', 'canonical', 'meta_robots'] },
  { on: 'drop', metric: 'tranco_rank', by: '20%' },
  { on: 'drop', metric: 'organic_etv', by: '20%' },
];
export const CHOSEN_AT_FIRST = 6;

/** A condition of a watch, as the service returns it. */
interface AnyCondition {
  on: string;
  metric?: string;
  fields?: readonly string[];
  by?: string | number;
  value?: number;
  snapshots?: number;
  within_days?: number;
  severity?: string;
}

/** Returns the function that describes a condition of a watch. */
export function useDescribeCondition() {
  const t = useTranslate();
  return useCallback(
    ({ on, metric = '', fields = [], by = '', value = 0, ...numbers }: AnyCondition): string => {
      const nameOf = (name: string) => {
        const key = `domain.history.metrics.${name}`;
        return t.has(key) ? t(key) : name;
      };
      const { snapshots = 0, within_days = 0, severity = 'error' } = numbers;
      const key = `watches.kinds.${on}`;
      if (!t.has(key)) return on;
      const names = fields.map(nameOf).join(t('common.comma'));
      return t(key, { metric: nameOf(metric), fields: names, by, value, snapshots, days: within_days, severity });
    },
    [t],
  );
}

/** Text by which equal conditions are found: the service returns members in any order. */
export const keyOf = (condition: object) =>
  JSON.stringify(Object.entries(condition).toSorted(([one], [other]) => (one < other ? -1 : 1)));
