import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useApi } from '../api/use-api.ts';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-title.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Facts } from '../ui/facts.tsx';
import { PageHeader, Stack } from '../ui/page-header.tsx';
import { KeyDialog } from './dialog/key-dialog.tsx';
import type { OpenDialog } from './dialog/open-dialog.ts';
import { endOf } from './end-of.ts';
import { KeyMenu } from './key-menu.tsx';
import { KeyStatus } from './key-status.tsx';
import { KeyUsage } from './key-usage.tsx';
import { lastUsed } from './last-used.ts';
import { useKeyActions } from './use-key-actions.ts';
import { usedToday } from './used-today.ts';

/** A key and its usage. */
export default function KeyPage({ id }: { id: string }) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const found = useLoad((signal) => api.key(id, signal), [api, id]);
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
                  { label: t('keys.ends_with'), value: endOf(key.ends_with, t) },
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
            <KeyUsage of={key} />
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
