import Button from '@cloudscape-design/components/button';
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
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { useNotify } from '../loading/use-notify.ts';
import { Acting } from '../api/role.ts';

const counts = ['followed', 'due', 'waiting', 'running', 'dead_letters'] as const;

/** The snapshot queue, and the retry of its dead letters. */
export function QueuePart() {
  const api = useApi();
  const text = useText();
  const format = useFormat();
  const { succeeded } = useNotify();
  const [confirming, setConfirming] = useState(false);
  const queue = useLoad((signal) => api.queue(signal), [api]);

  async function retry() {
    const { moved } = await api.retryDeadLetters();
    succeeded(text.queue.retried(format.number(moved)));
    setConfirming(false);
    queue.reload();
  }
  return (
    <Container
      header={
        <Header
          variant="h1"
          description={text.queue.description}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button
                iconName="refresh"
                ariaLabel={text.common.reload}
                loading={queue.loading}
                onClick={queue.reload}
              />
              <Acting>
                <Button disabled={!queue.data?.dead_letters} onClick={() => setConfirming(true)}>
                  {text.queue.retry}
                </Button>
              </Acting>
            </SpaceBetween>
          }
        >
          {text.queue.title}
        </Header>
      }
    >
      <ShowLoaded of={queue}>
        {(state) => (
          <KeyValuePairs
            columns={4}
            items={counts.map((name) => ({ label: text.queue[name], value: format.number(state[name]) }))}
          />
        )}
      </ShowLoaded>
      {confirming && (
        <ConfirmDialog
          title={text.queue.retry_title}
          warning={text.queue.retry_warning}
          submit={text.queue.retry}
          onConfirm={retry}
          onClose={() => setConfirming(false)}
        />
      )}
    </Container>
  );
}
