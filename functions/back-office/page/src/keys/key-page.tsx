import { useState } from 'react';
import type { Key, KeyUsage } from '../../../contract.ts';
import { ApiError } from '../api/client.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { IconButton } from '../ui/button.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Facts, Progress } from '../ui/values.tsx';
import { Segments } from '../ui/fields.tsx';
import { KeyDialog, KeyMenu, useKeyActions } from './key-actions.tsx';
import { endOf, KeyStatus, lastUsed, usedToday } from './key-columns.tsx';
import type { OpenDialog } from './key-dialogs.tsx';
import { daysOf, type Period, periods, usedInMonth } from './usage.ts';

/** A key and its usage. */
export default function KeyPage({ id }: { id: string }) {
  const t = useTranslate();
  const format = useFormat();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const found = useLoad(['key', id]);
  useTitle(...(found.data ? [found.data.name] : []), t('keys.title'));
  const { act } = useKeyActions({ onDone: found.reload, onDialog: setDialog });
  if (isUnknown(found.error)) return <EmptyState icon="keys" title={t('keys.usage.gone')} />;
  return (
    <ShowLoaded of={found}>
      {(key) => (
        <>
          <PageHeader title={key.name} description={key.note} actions={<KeyMenu of={key} onAction={act} />}>
            <KeyStatus enabled={key.enabled} />
          </PageHeader>
          <Stack>
            <Card>
              <Facts
                of={[
                  { label: t('keys.plan'), value: key.plan ?? t('keys.no_plan') },
                  { label: t('keys.ends_with'), value: endOf(key.ends_with) },
                  { label: t('keys.owner'), value: key.owner },
                  { label: t('keys.domains_today'), value: usedToday(key.domains, { t, format }) },
                  { label: t('keys.pages_today'), value: usedToday(key.pages, { t, format }) },
                  { label: t('keys.last_used'), value: lastUsed(key, { t, format }) },
                  { label: t('keys.created'), value: format.time(key.created_at) },
                  { label: t('keys.updated'), value: format.time(key.updated_at) },
                  {
                    label: t('keys.expires'),
                    value: key.expires_at === null ? t('keys.expiries.never') : format.time(key.expires_at),
                  },
                ]}
              />
            </Card>
            <UsageCard of={key} />
          </Stack>
          <KeyDialog
            open={dialog}
            onClose={() => {
              setDialog(null);
              found.reload();
            }}
            onDeleted={() => window.location.assign(hrefOf({ view: 'keys' }))}
          />
        </>
      )}
    </ShowLoaded>
  );
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The usage of a key, by day and of its quota. */
function UsageCard({ of: { id, plan } }: { of: Key }) {
  const t = useTranslate();
  const [period, setPeriod] = useState<Period>('month');
  // Moving to another plan resets the usage.
  const usage = useLoad(['keyUsage', id, daysOf(period, Date.now())], { version: plan });
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

/** How much of the current month's quota is used. */
function QuotaUsed({ usage, now }: { usage: KeyUsage; now: number }) {
  const t = useTranslate();
  const format = useFormat();
  if (usage.monthly_quota === null) return <p>{t('keys.usage.no_quota')}</p>;
  const used = usedInMonth(usage, now);
  return (
    <Progress
      label={t('keys.usage.this_month')}
      percent={Math.min(100, Math.round((100 * used) / usage.monthly_quota))}
      detail={t('keys.usage.of', { used: format.number(used), limit: format.number(usage.monthly_quota) })}
    />
  );
}

/** Requests of each day, as a chart and a table. */
function UsageByDay({ usage }: { usage: KeyUsage }) {
  const t = useTranslate();
  const format = useFormat();
  const isUnused = usage.days.every(({ used }) => used === 0);
  if (isUnused) return <p>{t('keys.usage.empty')}</p>;
  return (
    <BarChart
      label={t('keys.usage.by_day')}
      header={t('common.date')}
      series={[{ name: t('keys.usage.used') }]}
      bars={usage.days.map(({ date, used }) => ({ label: format.day(date), values: [used] }))}
      formatValue={format.number}
    />
  );
}
