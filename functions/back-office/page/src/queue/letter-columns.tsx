import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DeadLetter } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { SiteText } from '../shared/site-text.tsx';
import { When } from '../shared/when.tsx';
import { taskOf, whyOf } from './letter-words.ts';

interface ColumnOptions {
  text: Dictionary;
  t: Translate;
  /** `null`: who is signed in may only look. */
  actions: LetterActions | null;
}

interface LetterActions {
  busy: boolean;
  retry: (letter: DeadLetter) => void;
  drop: (letter: DeadLetter) => void;
}

/** Columns of the table of dead letters. */
export function letterColumns(options: ColumnOptions): TableProps.ColumnDefinition<DeadLetter>[] {
  const { text, t, actions } = options;
  const columns: TableProps.ColumnDefinition<DeadLetter>[] = [
    {
      id: 'task',
      header: t('operations.letters.task'),
      cell: (letter) => taskOf(letter, t),
      isRowHeader: true,
      minWidth: 140,
    },
    { id: 'domain', header: t('operations.letters.domain'), cell: ({ domain }) => domainOf(domain, t), minWidth: 160 },
    { id: 'why', header: t('operations.letters.why'), cell: (letter) => whyOf(letter, t, text), minWidth: 200 },
    { id: 'sent', header: t('operations.letters.sent'), cell: ({ sent_at }) => <When time={sent_at} />, minWidth: 160 },
    {
      id: 'given_up',
      header: t('operations.letters.given_up'),
      cell: ({ given_up_at }) => <When time={given_up_at} />,
      minWidth: 160,
    },
  ];
  if (!actions) return columns;
  const cell = (letter: DeadLetter) => <Actions of={letter} t={t} actions={actions} />;
  return [...columns, { id: 'actions', header: text.common.actions, cell, minWidth: 200 }];
}

function domainOf(domain: string | null, t: Translate) {
  if (domain === null) return t('operations.letters.no_domain');
  return (
    <Link href={hrefOf({ view: 'domain', domain })}>
      <SiteText>{domain}</SiteText>
    </Link>
  );
}

interface ActionsProps {
  of: DeadLetter;
  t: Translate;
  actions: LetterActions;
}

function Actions({ of, t, actions: { busy, retry, drop } }: ActionsProps) {
  const names = { task: taskOf(of, t), domain: of.domain ?? t('operations.letters.no_domain') };
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button disabled={busy} ariaLabel={t('operations.letters.retry_named', names)} onClick={() => retry(of)}>
        {t('operations.letters.retry')}
      </Button>
      <Button disabled={busy} ariaLabel={t('operations.letters.drop_named', names)} onClick={() => drop(of)}>
        {t('operations.letters.drop')}
      </Button>
    </SpaceBetween>
  );
}
