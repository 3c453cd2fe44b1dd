import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';

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
    <FormField label={text.keys.plan}>
      <ShowLoaded of={plans}>
        {(all) => (
          <RadioGroup
            value={plan}
            ariaLabel={text.keys.plan}
            onChange={({ detail }) => onPlan(detail.value)}
            items={all.map((one) => ({
              value: one.name,
              label: one.name,
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
    </FormField>
  );
}
