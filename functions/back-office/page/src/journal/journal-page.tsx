import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import type { JournalLine } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { describeFailure } from '../language/describe-failure.ts';
import { useOperationsText } from '../language/operations/use-operations-text.ts';
import { useText } from '../language/use-language.ts';
import { useList } from '../loading/use-list.ts';
import { useTitle } from '../routing/use-title.ts';
import { ListTable } from '../shared/list-table.tsx';
import { SiteText } from '../shared/site-text.tsx';
import { When } from '../shared/when.tsx';

/** What operators did. */
export default function JournalPage() {
  const api = useApi();
  const text = useText();
  const { journal } = useOperationsText();
  useTitle(journal.title);
  const list = useList(
    async (after, signal) => {
      const { entries: items, next } = await api.journal(after === null ? {} : { after }, signal);
      return { items, next };
    },
    [api],
  );
  function outcomeOf({ outcome }: JournalLine): string {
    if (outcome === null) return journal.ended;
    return outcome === 'done' ? journal.done : describeFailure({ code: outcome }, text);
  }
  const actions: Record<string, string> = journal.actions;
  return (
    <ListTable
      of={list}
      trackBy="id"
      empty={journal.empty}
      ariaLabels={{ tableLabel: journal.title }}
      header={
        <Header
          variant="h1"
          description={journal.description}
          actions={
            <Button iconName="refresh" ariaLabel={text.common.reload} loading={list.loading} onClick={list.reload} />
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
    />
  );
}
