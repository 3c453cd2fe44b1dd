import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

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
