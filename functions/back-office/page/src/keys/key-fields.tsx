import { useEffect } from 'react';
import { DAY_MS } from '../../../../core/platform/time/day.ts';
import type { Key } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { RadioGroup, TextField } from '../ui/fields.tsx';
import { Select } from '../ui/select.tsx';

/** The plans to choose from, with their limits; the smallest is the default. */
export function PlanField({ plan, onPlan }: { plan: string | null; onPlan: (plan: string) => void }) {
  const t = useTranslate();
  const plans = useLoad(['plans']);
  const smallest = plans.data?.plans[0]?.name;
  useEffect(() => {
    if (plan === null && smallest !== undefined) onPlan(smallest);
  }, [plan, smallest, onPlan]);
  return (
    <ShowLoaded of={plans}>
      {({ plans: all }) => (
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

/** Value of the new key as its own owner. */
const ITSELF = 'itself';

interface OwnerFieldProps {
  /** `null`: one of its own. */
  owner: string | null;
  onOwner: (owner: string | null) => void;
}

/** The owner of a new key: one of its own, or that of other keys, listed with their names. */
export function OwnerField({ owner, onOwner }: OwnerFieldProps) {
  const t = useTranslate();
  const keys = useLoad(['keys']);
  return (
    <ShowLoaded of={keys}>
      {({ keys: all }) => (
        <Select
          label={t('keys.owner')}
          hint={t('keys.owner_hint')}
          options={[{ id: ITSELF, text: t('keys.own_owner') }, ...ownersOf(all)]}
          value={owner ?? ITSELF}
          onChange={(id) => onOwner(id === ITSELF ? null : id)}
        />
      )}
    </ShowLoaded>
  );
}

function ownersOf(keys: Key[]) {
  const names = Map.groupBy(keys, ({ owner }) => owner);
  return [...names].map(([id, own]) => ({ id, text: [...new Set(own.map(({ name }) => name))].join(', ') }));
}

const DAYS = { never: null, day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;

const expiries = ['never', 'month', 'quarter', 'year'] as const satisfies readonly (keyof typeof DAYS)[];
export type Expiry = (typeof expiries)[number];

/** @returns ISO 8601 time; `null`: never */
export function timeFromNow(choice: keyof typeof DAYS, now = Date.now()): string | null {
  const days = DAYS[choice];
  return days === null ? null : new Date(now + days * DAY_MS).toISOString();
}

/** When a key expires, from now. */
export function ExpiryField({ expiry, onExpiry }: { expiry: Expiry; onExpiry: (expiry: Expiry) => void }) {
  const t = useTranslate();
  return (
    <RadioGroup
      label={t('keys.expires')}
      hint={t('keys.expires_hint')}
      options={expiries.map((id) => ({ id, text: t(`keys.expiries.${id}`) }))}
      value={expiry}
      onChange={onExpiry}
    />
  );
}

const MAX_LENGTH = 500;

/** The note of a key, for operators. */
export function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const t = useTranslate();
  return (
    <TextField
      name="note"
      label={t('keys.note')}
      hint={t('keys.note_hint')}
      value={note}
      onChange={onNote}
      rows={3}
      maxLength={MAX_LENGTH}
    />
  );
}
