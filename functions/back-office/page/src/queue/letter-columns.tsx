import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DeadLetter } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { OperationsDictionary } from '../language/operations/operations-dictionary.ts';
import { hrefOf } from '../routing/route.ts';
import { SiteText } from '../shared/site-text.tsx';
import { When } from '../shared/when.tsx';
import { taskOf, whyOf } from './letter-words.ts';

interface ColumnOptions {
  text: Dictionary;
  operations: OperationsDictionary;
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
  const { text, operations, actions } = options;
  const { letters } = operations;
  const columns: TableProps.ColumnDefinition<DeadLetter>[] = [
    {
      id: 'task',
      header: letters.task,
      cell: (letter) => taskOf(letter, operations),
      isRowHeader: true,
      minWidth: 140,
    },
    { id: 'domain', header: letters.domain, cell: ({ domain }) => domainOf(domain, operations), minWidth: 160 },
    { id: 'why', header: letters.why, cell: (letter) => whyOf(letter, operations, text), minWidth: 200 },
    { id: 'sent', header: letters.sent, cell: ({ sent_at }) => <When time={sent_at} />, minWidth: 160 },
    { id: 'given_up', header: letters.given_up, cell: ({ given_up_at }) => <When time={given_up_at} />, minWidth: 160 },
  ];
  if (!actions) return columns;
  const cell = (letter: DeadLetter) => <Actions of={letter} operations={operations} actions={actions} />;
  return [...columns, { id: 'actions', header: text.common.actions, cell, minWidth: 200 }];
}

function domainOf(domain: string | null, { letters }: OperationsDictionary) {
  if (domain === null) return letters.no_domain;
  return (
    <Link href={hrefOf({ view: 'domain', domain })}>
      <SiteText>{domain}</SiteText>
    </Link>
  );
}

interface ActionsProps {
  of: DeadLetter;
  operations: OperationsDictionary;
  actions: LetterActions;
}

function Actions({ of, operations, actions: { busy, retry, drop } }: ActionsProps) {
  const { letters } = operations;
  const names = [taskOf(of, operations), of.domain ?? letters.no_domain] as const;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button disabled={busy} ariaLabel={letters.retry_named(...names)} onClick={() => retry(of)}>
        {letters.retry}
      </Button>
      <Button disabled={busy} ariaLabel={letters.drop_named(...names)} onClick={() => drop(of)}>
        {letters.drop}
      </Button>
    </SpaceBetween>
  );
}
