import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Key } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useText } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { QuotaUsed } from './quota-used.tsx';
import { UsageByDay } from './usage-by-day.tsx';
import { daysOf, type Period, periods } from './usage-period.ts';

/** The usage of a key, by day and of its quota. */
export function KeyUsage({ of: { id, plan } }: { of: Key }) {
  const api = useApi();
  const text = useText();
  const [period, setPeriod] = useState<Period>('month');
  const usage = useLoad(
    (signal) => api.keyUsage(id, daysOf(period, Date.now()), signal),
    // Moving to another plan resets the usage.
    [api, id, plan, period],
  );
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <SegmentedControl
                selectedId={period}
                label={text.usage.period}
                options={periods.map((one) => ({ id: one, text: text.usage.periods[one] }))}
                onChange={({ detail }) => setPeriod(detail.selectedId as Period)}
              />
              <Button
                iconName="refresh"
                ariaLabel={text.common.reload}
                loading={usage.loading}
                onClick={usage.reload}
              />
            </SpaceBetween>
          }
        >
          {text.usage.title}
        </Header>
      }
    >
      <ShowLoaded of={usage}>
        {(data) => (
          <SpaceBetween size="l">
            <QuotaUsed usage={data} now={Date.now()} />
            <UsageByDay usage={data} />
          </SpaceBetween>
        )}
      </ShowLoaded>
    </Container>
  );
}
