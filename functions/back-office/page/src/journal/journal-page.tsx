import type { JournalLine } from '../../../contract.ts';
import type { JournalValue } from '../../../../core/operations/journal.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useList } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useQuery, useTitle } from '../routing/use-route.ts';
import { DataCard } from '../shared/data-table.tsx';
import { SiteText } from '../shared/site-text.tsx';
import { IconButton } from '../ui/button.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { actionText } from './action-text.ts';
import { FILTERS, JournalFilters } from './journal-filters.tsx';
import './journal.css';

/** What operators did. */
export default function JournalPage() {
  const t = useTranslate();
  useTitle(t('operations.journal.title'));
  const { params } = useQuery();
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])));
  const isFiltered = Object.keys(filter).length > 0;
  const list = useList(
    (after) => ['journal', { ...filter, ...(after && { after }) }],
    ({ entries: items, next }) => ({ items, next }),
  );
  function outcomeOf({ outcome }: JournalLine): string {
    if (outcome === null) return t('operations.journal.ended');
    return outcome === 'done' ? t('operations.journal.done') : describeFailure({ code: outcome }, t);
  }
  function emptyTitle(): string {
    if (list.more) return t('ui.none_yet');
    return t(isFiltered ? 'operations.journal.no_matches' : 'operations.journal.empty');
  }
  return (
    <Stack>
      <PageHeader
        title={t('operations.journal.title')}
        description={t('operations.journal.description')}
        actions={<IconButton icon="reload" label={t('common.reload')} onPress={list.reload} />}
      />
      <JournalFilters entries={list.items} />
      <DataCard
        of={list}
        rows={list.items}
        keyOf={({ id }) => id}
        label={t('operations.journal.title')}
        empty={{ title: emptyTitle() }}
        columns={[
          { id: 'when', header: t('operations.journal.when'), cell: ({ at }) => <RelativeTime time={at} /> },
          { id: 'operator', header: t('operations.journal.operator'), cell: ({ operator }) => operator },
          {
            id: 'action',
            header: t('operations.journal.action'),
            cell: (line) => <span className="journal-action">{actionText(line.action, t)}</span>,
          },
          {
            id: 'about',
            header: t('operations.journal.about'),
            cell: (line) => <About of={line} />,
          },
          { id: 'changes', header: t('operations.journal.changes'), cell: ({ changes }) => <Changes of={changes} /> },
          {
            id: 'outcome',
            header: t('operations.journal.outcome'),
            cell: (line) => <span className="journal-outcome">{outcomeOf(line)}</span>,
          },
        ]}
      />
    </Stack>
  );
}

/** What an entry is about, with links to what still has a view. */
function About({ of: { action, about, name } }: { of: JournalLine }) {
  const text = name ?? about;
  if (text === null) return null;
  const [, subject = ''] = action.split(' ');
  const isDeleted = action.startsWith('DELETE ');
  if (about !== null && /^keys\b/.test(subject) && !isDeleted) {
    return <Link href={hrefOf({ view: 'key', id: about })}>{text}</Link>;
  }
  const tab = subject.endsWith('/site') ? { tab: 'site' } : {};
  if (about !== null && subject.startsWith('domains/{domain}')) {
    return <Link href={hrefOf({ view: 'domain', domain: about, ...tab })}>{text}</Link>;
  }
  if (subject === 'domains/changes') return <DomainLinks of={text} />;
  if (subject.startsWith('watches') && !isDeleted) return <Link href={hrefOf({ view: 'watches' })}>{text}</Link>;
  return <SiteText>{text}</SiteText>;
}

/** The domains of a list, which may end with the number of the others. */
function DomainLinks({ of }: { of: string }) {
  return (
    <ul className="ui-list ui-row ui-gap-x-3 journal-domains">
      {of.split(', ').map((part) => {
        const [domain = '', ...more] = part.split(' ');
        return (
          <li key={domain}>
            <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
            {more.length > 0 && ` ${more.join(' ')}`}
          </li>
        );
      })}
    </ul>
  );
}

/** Changed members, with the values before and after where the journal has them. */
function Changes({ of }: { of: JournalLine['changes'] }) {
  const t = useTranslate();
  const format = useFormat();
  if (of.length === 0) return null;
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
