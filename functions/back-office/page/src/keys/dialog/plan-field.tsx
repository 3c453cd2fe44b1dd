import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

/** The plans to choose from, with their limits; the smallest is the default. */
export function PlanField({ plan, onPlan }: { plan: string | null; onPlan: (plan: string) => void }) {
  const api = useApi();
  const t = useTranslate();
  const plans = useLoad(async (signal) => (await api.plans(signal)).plans, [api]);
  const smallest = plans.data?.[0]?.name;
  useEffect(() => {
    if (plan === null && smallest !== undefined) onPlan(smallest);
  }, [plan, smallest, onPlan]);
  return (
    <ShowLoaded of={plans}>
      {(all) => (
        <RadioGroup
          label={t('keys.plan')}
          value={plan}
          onChange={onPlan}
          options={all.map((one) => ({
            id: one.name,
            text: one.name,
            description: t('keys.plan_terms', {
              per_second: one.requests_per_second,
              burst: one.burst,
              per_month: one.monthly_quota,
              domains: one.domains_per_day,
              pages: one.pages_per_day,
            }),
          }))}
        />
      )}
    </ShowLoaded>
  );
}
