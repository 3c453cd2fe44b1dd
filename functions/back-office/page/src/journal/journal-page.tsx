import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import type { JournalLine, JournalPage as Lines } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { describeFailure } from '../language/describe-failure.ts';
import { useOperationsText } from '../language/operations/use-operations-text.ts';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { useAction } from '../loading/use-action.ts';
import { useLoad } from '../loading/use-load.ts';
import { useTitle } from '../routing/use-title.ts';
import { DataTable } from '../shared/data-table.tsx';
import { SiteText } from '../shared/site-text.tsx';
import { When } from '../shared/when.tsx';

/** What operators did. */
export default function JournalPage() {
  const api = useApi();
  const text = useText();
  const { journal } = useOperationsText();
  useTitle(journal.title);
  const first = useLoad((signal) => api.journal({}, signal), [api]);
  const [further, setFurther] = useState<Lines | null>(null);
  const { run, busy } = useAction();
  const { entries, next } = further ?? first.data ?? { entries: [], next: null };

  const loadMore = () =>
    run(async () => {
      const more = await api.journal({ after: next! });
      setFurther({ entries: [...entries, ...more.entries], next: more.next });
    });
  function reload() {
    setFurther(null);
    first.reload();
  }
  function outcomeOf({ outcome }: JournalLine): string {
    if (outcome === null) return journal.ended;
    return outcome === 'done' ? journal.done : describeFailure({ code: outcome }, text);
  }
  const actions: Record<string, string> = journal.actions;
  return (
    <DataTable
      wrapLines
      items={entries}
      trackBy="id"
      loading={first.loading && entries.length === 0}
      loadingText={text.common.loading}
      empty={first.error === null ? journal.empty : <LoadFailed error={first.error} onRetry={reload} />}
      ariaLabels={{ tableLabel: journal.title }}
      header={
        <Header
          variant="h1"
          description={journal.description}
          actions={
            <Button iconName="refresh" ariaLabel={text.common.reload} loading={first.loading} onClick={reload} />
          }
        >
          {journal.title}
        </Header>
      }
      columnDefinitions={[
        { id: 'when', header: journal.when, cell: ({ at }) => <When time={at} />, isRowHeader: true },
        { id: 'operator', header: journal.operator, cell: ({ operator }) => operator },
        { id: 'action', header: journal.action, cell: ({ action }) => actions[action] ?? action },
        { id: 'about', header: journal.about, cell: ({ about }) => about !== null && <SiteText>{about}</SiteText> },
        { id: 'outcome', header: journal.outcome, cell: outcomeOf },
      ]}
      footer={
        next !== null && (
          <Box textAlign="center">
            <Button loading={busy} onClick={() => void loadMore()}>
              {text.common.more}
            </Button>
          </Box>
        )
      }
    />
  );
}
