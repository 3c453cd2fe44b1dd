import { useCallback } from 'react';
import { useTranslate } from '../language/use-language.ts';

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

/** The text for a condition of a watch. */
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
