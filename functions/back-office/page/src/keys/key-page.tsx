import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { KeyDialog } from './dialog/key-dialog.tsx';
import type { OpenDialog } from './dialog/open-dialog.ts';
import { endOf } from './end-of.ts';
import { KeyMenu } from './key-menu.tsx';
import { KeyStatus } from './key-status.tsx';
import { KeyUsage } from './key-usage.tsx';
import { usedToday } from './used-today.ts';
import { useKeyActions } from './use-key-actions.ts';
import { useTitle } from '../routing/use-title.ts';
import { ApiError } from '../api/api-error.ts';
import { lastUsed } from './last-used.ts';

/** A key and its usage. */
export default function KeyPage({ id }: { id: string }) {
  const api = useApi();
  const text = useText();
  const format = useFormat();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const found = useLoad((signal) => api.key(id, signal), [api, id]);
  useTitle(...(found.data ? [found.data.name] : []), text.keys.title);
  const { act } = useKeyActions({ onDone: found.reload, onDialog: setDialog });
  if (isUnknown(found.error)) return <Box variant="p">{text.usage.gone}</Box>;
  return (
    <ShowLoaded of={found}>
      {(key) => (
        <SpaceBetween size="l">
          <Container
            header={
              <Header variant="h1" actions={<KeyMenu of={key} onAction={act} />}>
                {key.name}
              </Header>
            }
          >
            <KeyValuePairs
              columns={4}
              items={[
                { label: text.keys.plan, value: key.plan ?? text.keys.no_plan },
                { label: text.keys.status, value: <KeyStatus enabled={key.enabled} /> },
                { label: text.keys.ends_with, value: endOf(key.ends_with, text) },
                { label: text.keys.owner, value: key.owner },
                { label: text.keys.domains_today, value: usedToday(key.domains, { text, format }) },
                { label: text.keys.pages_today, value: usedToday(key.pages, { text, format }) },
                { label: text.keys.last_used, value: lastUsed(key, { text, format }) },
                { label: text.keys.created, value: format.time(key.created_at) },
                { label: text.keys.updated, value: format.time(key.updated_at) },
                {
                  label: text.keys.expires,
                  value: key.expires_at === null ? text.keys.expiries.never : format.time(key.expires_at),
                },
                { label: text.keys.note, value: key.note || text.common.none },
              ]}
            />
          </Container>
          <KeyUsage of={key} />
          <KeyDialog
            open={dialog}
            onClose={() => {
              setDialog(null);
              found.reload();
            }}
            onDeleted={() => window.location.assign(hrefOf({ view: 'keys' }))}
          />
        </SpaceBetween>
      )}
    </ShowLoaded>
  );
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;
