import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

/** The plans to choose from, with their limits; the smallest is the default. */
export function PlanField({ plan, onPlan }: { plan: string | null; onPlan: (plan: string) => void }) {
  const api = useApi();
  const text = useText();
  const format = useFormat();
  const plans = useLoad(async (signal) => (await api.plans(signal)).plans, [api]);
  const smallest = plans.data?.[0]?.name;
  useEffect(() => {
    if (plan === null && smallest !== undefined) onPlan(smallest);
  }, [plan, smallest, onPlan]);
  return (
    <ShowLoaded of={plans}>
      {(all) => (
        <RadioGroup
          label={text.keys.plan}
          value={plan}
          onChange={onPlan}
          options={all.map((one) => ({
            id: one.name,
            text: one.name,
            description: text.keys.plan_terms({
              perSecond: format.number(one.requests_per_second),
              burst: format.number(one.burst),
              monthly: format.number(one.monthly_quota),
              domains: format.number(one.domains_per_day),
              pages: format.number(one.pages_per_day),
            }),
          }))}
        />
      )}
    </ShowLoaded>
  );
}
