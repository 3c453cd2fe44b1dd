import { useState } from 'react';
import type { Key } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Stack } from '../ui/page-header.tsx';
import { Segments } from '../ui/radio-group.tsx';
import { QuotaUsed } from './quota-used.tsx';
import { UsageByDay } from './usage-by-day.tsx';
import { daysOf, type Period, periods } from './usage-period.ts';

/** The usage of a key, by day and of its quota. */
export function KeyUsage({ of: { id, plan } }: { of: Key }) {
  const api = useApi();
  const t = useTranslate();
  const [period, setPeriod] = useState<Period>('month');
  const usage = useLoad(
    (signal) => api.keyUsage(id, daysOf(period, Date.now()), signal),
    // Moving to another plan resets the usage.
    [api, id, plan, period],
  );
  return (
    <Card
      title={t('keys.usage.title')}
      actions={
        <>
          <Segments
            label={t('keys.usage.period')}
            options={periods.map((one) => ({ id: one, text: t(`keys.usage.periods.${one}`) }))}
            value={period}
            onChange={setPeriod}
          />
          <IconButton icon="reload" label={t('common.reload')} onPress={usage.reload} />
        </>
      }
    >
      <ShowLoaded of={usage}>
        {(data) => (
          <Stack>
            <QuotaUsed usage={data} now={Date.now()} />
            <UsageByDay usage={data} />
          </Stack>
        )}
      </ShowLoaded>
    </Card>
  );
}
