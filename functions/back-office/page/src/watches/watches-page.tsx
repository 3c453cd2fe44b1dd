import { useState } from 'react';
import { useMayAct } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { useTitle } from '../routing/use-route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Banner, EmptyState } from '../ui/feedback.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { WatchCard } from './watch-card.tsx';
import { NewWatchDialog } from './watch-dialogs.tsx';
import './watches.css';

/** What is watched, where its events are sent, and what has happened. */
export default function WatchesPage() {
  const t = useTranslate();
  useTitle(t('watches.title'));
  const mayAct = useMayAct();
  const watches = useLoad(['watches']);
  const { data, reload } = watches;
  const [isCreating, setCreating] = useState(false);
  const failing = data?.failing_of_others ?? [];
  const create = mayAct && (
    <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
      {t('watches.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('watches.title')}
        description={t('watches.description')}
        actions={
          <>
            <IconButton icon="reload" label={t('common.reload')} onPress={reload} />
            {create}
          </>
        }
      />
      <Stack>
        {failing.length > 0 && (
          <Banner tone="warn">
            {t('watches.failing_of_others', {
              count: failing.length,
              owners: [...new Set(failing.map(({ owner }) => owner))].join(', '),
            })}
          </Banner>
        )}
        <ShowLoaded of={watches}>
          {({ watches: found }) =>
            found.length === 0 ? (
              <Card>
                <EmptyState icon="watches" title={t('watches.none')}>
                  {t('watches.none_hint')}
                </EmptyState>
              </Card>
            ) : (
              found.toReversed().map((watch) => <WatchCard key={watch.id} of={watch} onChanged={reload} />)
            )
          }
        </ShowLoaded>
      </Stack>
      {isCreating && <NewWatchDialog domains={[]} onCreated={reload} onClose={() => setCreating(false)} />}
    </>
  );
}
