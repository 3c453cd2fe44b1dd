import type { JournalLine } from '../../../contract.ts';
import type { JournalValue } from '../../../../core/operations/journal.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useList } from '../loading/use-load.ts';
import { useTitle } from '../routing/use-route.ts';
import { DataCard } from '../shared/data-table.tsx';
import { SiteText } from '../shared/site-text.tsx';
import { IconButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { RelativeTime } from '../ui/values.tsx';
import './journal.css';

/** What operators did. */
export default function JournalPage() {
  const t = useTranslate();
  useTitle(t('operations.journal.title'));
  const list = useList(
    (after) => ['journal', { ...(after && { after }) }],
    ({ entries: items, next }) => ({ items, next }),
  );
  function outcomeOf({ outcome }: JournalLine): string {
    if (outcome === null) return t('operations.journal.ended');
    return outcome === 'done' ? t('operations.journal.done') : describeFailure({ code: outcome }, t);
  }
  function actionOf({ action }: JournalLine): string {
    const key = `operations.journal.actions.${action}`;
    return t.has(key) ? t(key) : action;
  }
  return (
    <>
      <PageHeader
        title={t('operations.journal.title')}
        description={t('operations.journal.description')}
        actions={<IconButton icon="reload" label={t('common.reload')} onPress={list.reload} />}
      />
      <DataCard
        of={list}
        rows={list.items}
        keyOf={({ id }) => id}
        label={t('operations.journal.title')}
        empty={{ title: t('operations.journal.empty') }}
        columns={[
          { id: 'when', header: t('operations.journal.when'), cell: ({ at }) => <RelativeTime time={at} /> },
          { id: 'operator', header: t('operations.journal.operator'), cell: ({ operator }) => operator },
          {
            id: 'action',
            header: t('operations.journal.action'),
            cell: (line) => <span className="journal-action">{actionOf(line)}</span>,
          },
          {
            id: 'about',
            header: t('operations.journal.about'),
            cell: ({ about, name }) => (name ?? about) !== null && <SiteText>{(name ?? about)!}</SiteText>,
          },
          { id: 'changes', header: t('operations.journal.changes'), cell: ({ changes }) => <Changes of={changes} /> },
          {
            id: 'outcome',
            header: t('operations.journal.outcome'),
            cell: (line) => <span className="journal-outcome">{outcomeOf(line)}</span>,
          },
        ]}
      />
    </>
  );
}

/** Changed members, with the values before and after where the journal has them. */
function Changes({ of }: { of: JournalLine['changes'] }) {
  const t = useTranslate();
  const format = useFormat();
  function nameOf(member: string): string {
    const key = `operations.journal.members.${member}`;
    return t.has(key) ? t(key) : member;
  }
  function wordsOf(value: JournalValue): string {
    if (value === null) return t('operations.journal.values.none');
    if (typeof value === 'boolean') return t(value ? 'operations.journal.values.yes' : 'operations.journal.values.no');
    if (typeof value === 'number') return format.number(value);
    return TIME.test(value) ? format.time(value) : value;
  }
  return (
    <ul className="ui-list">
      {of.map(({ what, from, to }) => (
        <li key={`${what} ${from} ${to}`}>
          {nameOf(what)}
          {from !== undefined && `: ${wordsOf(from)}`}
          {to !== undefined && `${from === undefined ? ': ' : ' → '}${wordsOf(to)}`}
        </li>
      ))}
    </ul>
  );
}

const TIME = /^\d{4}-\d\d-\d\dT/;
