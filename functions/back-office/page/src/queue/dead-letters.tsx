import { useState } from 'react';
import type { DeadLetter } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import type { Translate } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { useList } from '../loading/use-load.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { useQuery } from '../routing/use-route.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { DataCard } from '../shared/data-table.tsx';
import { reasonOf, taskOf } from '../shared/failed-job-words.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { Missing } from '../ui/missing.tsx';
import type { Column } from '../ui/table.tsx';
import './queue.css';

/** The domains that some sources have failed for: such failures are no failed jobs. */
const FAILED_SOURCES = 'where=failed>0';

interface DeadLettersPartProps {
  of: Letters;
  /** One was retried or dropped. */
  onChange: () => void;
}

/** The failed jobs one by one, each to be retried or dropped. */
export function DeadLettersPart({ of, onChange }: DeadLettersPartProps) {
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const domain = useQuery().params.get('domain');
  const [dropping, setDropping] = useState<DeadLetter | null>(null);

  function end({ id }: DeadLetter, notice: string) {
    succeeded(notice);
    of.leaveOut(id);
    onChange();
  }
  async function retry(letter: DeadLetter) {
    await api.retryDeadLetter({ id: letter.id });
    end(letter, t('operations.letters.retried'));
  }
  async function drop(letter: DeadLetter) {
    await api.dropDeadLetter({ id: letter.id });
    setDropping(null);
    end(letter, t('operations.letters.dropped'));
  }
  function emptyTitle() {
    if (of.more) return t('ui.none_yet');
    return domain === null ? t('operations.letters.empty') : t('operations.letters.empty_of', { domain });
  }
  const actions = { busy, retry: (letter: DeadLetter) => void run(() => retry(letter)), drop: setDropping };
  return (
    <>
      <DataCard
        title={t('operations.letters.title')}
        description={t('operations.letters.description')}
        {...(domain !== null && {
          tools: (
            <>
              <span>{t('operations.letters.only', { domain })}</span>
              <Link href={hrefOf({ view: 'queue' })}>{t('operations.letters.show_all')}</Link>
            </>
          ),
        })}
        of={of}
        rows={of.items}
        label={t('operations.letters.title')}
        keyOf={({ id }) => id}
        empty={{
          title: emptyTitle(),
          hint: t('operations.letters.empty_hint'),
          action: (
            <ButtonLink href={hrefOf({ view: 'domains', query: FAILED_SOURCES })}>
              {t('operations.letters.to_domains')}
            </ButtonLink>
          ),
        }}
        columns={letterColumns({ t, actions: mayAct ? actions : null })}
      />
      {dropping && (
        <ConfirmDialog
          title={t('operations.letters.drop_title')}
          warning={t('operations.letters.drop_warning')}
          submit={t('operations.letters.drop')}
          onConfirm={() => drop(dropping)}
          onClose={() => setDropping(null)}
        />
      )}
    </>
  );
}

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
function letterColumns({ t, actions }: ColumnOptions): Column<DeadLetter>[] {
  const columns: Column<DeadLetter>[] = [
    {
      id: 'task',
      header: t('operations.letters.task'),
      cell: (letter) => (letter.task === null ? <Missing /> : taskOf(letter, t)),
    },
    { id: 'domain', header: t('operations.letters.domain'), cell: ({ domain }) => domainOf(domain, t) },
    { id: 'why', header: t('operations.letters.why'), cell: (letter) => reasonOf(letter, t) },
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
  if (domain === null) return <Missing reason={t('operations.letters.no_domain')} />;
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
    <div className="queue__actions ui-line ui-gap-2">
      <Button isDisabled={busy} label={t('operations.letters.retry_named', names)} onPress={() => retry(of)}>
        {t('operations.letters.retry')}
      </Button>
      <Button isDisabled={busy} label={t('operations.letters.drop_named', names)} onPress={() => drop(of)}>
        {t('operations.letters.drop')}
      </Button>
    </div>
  );
}

type Letters = ReturnType<typeof useLetters>;

/** The failed jobs, newest first; those of one domain if the address names it. */
export function useLetters() {
  const domain = useQuery().params.get('domain');
  const list = useList(
    (after) => ['deadLetters', { ...(domain && { domain }), ...(after && { after }) }],
    ({ letters: items, next }) => ({ items, next }),
  );
  /** Ids of those that were tried again or dropped: a list that was asked for before still has them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  return {
    ...list,
    items: list.items.filter(({ id }) => !gone.has(id)),
    leaveOut: (id: string) => setGone((before) => new Set([...before, id])),
  };
}
