import type { DeadLetter } from '../../../contract.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { Column } from '../ui/table.tsx';
import { taskOf, whyOf } from './letter-words.ts';
import './queue.css';

interface ColumnOptions {
  t: Translate;
  /** `null`: who is signed in may only look. */
  actions: LetterActions | null;
}

interface LetterActions {
  busy: boolean;
  retry: (letter: DeadLetter) => void;
  drop: (letter: DeadLetter) => void;
}

/** Columns of the table of failed jobs. */
export function letterColumns({ t, actions }: ColumnOptions): Column<DeadLetter>[] {
  const columns: Column<DeadLetter>[] = [
    { id: 'task', header: t('operations.letters.task'), cell: (letter) => taskOf(letter, t) },
    { id: 'domain', header: t('operations.letters.domain'), cell: ({ domain }) => domainOf(domain, t) },
    { id: 'why', header: t('operations.letters.why'), cell: (letter) => whyOf(letter, t) },
    { id: 'sent', header: t('operations.letters.sent'), cell: ({ sent_at }) => <RelativeTime time={sent_at} /> },
    {
      id: 'given_up',
      header: t('operations.letters.given_up'),
      cell: ({ given_up_at }) => <RelativeTime time={given_up_at} />,
    },
  ];
  if (!actions) return columns;
  const cell = (letter: DeadLetter) => <Actions of={letter} t={t} actions={actions} />;
  return [...columns, { id: 'actions', header: t('common.actions'), cell, align: 'end' }];
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
    <div className="queue__actions">
      <Button isDisabled={busy} label={t('operations.letters.retry_named', names)} onPress={() => retry(of)}>
        {t('operations.letters.retry')}
      </Button>
      <Button isDisabled={busy} label={t('operations.letters.drop_named', names)} onPress={() => drop(of)}>
        {t('operations.letters.drop')}
      </Button>
    </div>
  );
}
