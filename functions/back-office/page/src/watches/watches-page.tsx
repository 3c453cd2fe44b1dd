import { useState } from 'react';
import type { Watch } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { DataTable } from '../shared/data-table.tsx';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { Link } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, RelativeTime } from '../ui/values.tsx';
import { describeOutcome, EventsDialog, useDescribeCondition } from './watch-dialogs.tsx';
import './watches.css';

/** What is watched, where its events are sent, and what has triggered. */
export default function WatchesPage() {
  const t = useTranslate();
  useTitle(t('watches.title'));
  const watches = useLoad(['watches']);
  const { data, reload } = watches;
  const describe = useDescribeCondition();
  const failing = data?.failing_of_others ?? [];
  return (
    <>
      <PageHeader
        title={t('watches.title')}
        description={t('watches.description')}
        actions={<IconButton icon="reload" label={t('common.reload')} onPress={reload} />}
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
        <Card isFlush>
          <div className="watches-table">
            <DataTable
              of={watches}
              label={t('watches.title')}
              rows={data?.watches ?? []}
              keyOf={({ id }) => id}
              empty={{
                icon: 'watches',
                title: t('watches.none'),
                hint: t('watches.none_hint'),
                action: <ButtonLink href={hrefOf({ view: 'domains' })}>{t('watches.to_domains')}</ButtonLink>,
              }}
              columns={[
                { id: 'domains', header: t('watches.domains'), cell: (watch) => <Subjects of={watch} /> },
                {
                  id: 'conditions',
                  header: t('watches.conditions'),
                  cell: ({ conditions }) => (
                    <ul className="ui-list ui-column ui-gap-1 watch__sentences">
                      {conditions.map((condition) => (
                        <li key={JSON.stringify(condition)}>{describe(condition)}</li>
                      ))}
                    </ul>
                  ),
                },
                { id: 'receiver', header: t('watches.receiver'), cell: (watch) => <Receiver of={watch} /> },
                {
                  id: 'created',
                  header: t('watches.since'),
                  cell: ({ created_at }) => <RelativeTime time={created_at} />,
                },
                {
                  id: 'actions',
                  header: t('watches.actions'),
                  align: 'end',
                  cell: (watch) => <Actions of={watch} onChanged={reload} />,
                },
              ]}
            />
          </div>
        </Card>
      </Stack>
    </>
  );
}

const SHOWN_DOMAINS = 3;

function Subjects({ of: { domains, tag } }: { of: Watch }) {
  const t = useTranslate();
  if (domains === null) return <>{t('watches.tagged', { tag: tag ?? '' })}</>;
  if (domains.length === 0) return <>{t('watches.no_domains')}</>;
  return (
    <ul className="ui-list ui-column ui-gap-1">
      {domains.slice(0, SHOWN_DOMAINS).map((domain) => (
        <li key={domain}>
          <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
        </li>
      ))}
      {domains.length > SHOWN_DOMAINS && (
        <li>{t('watches.more_domains', { count: domains.length - SHOWN_DOMAINS })}</li>
      )}
    </ul>
  );
}

const TONES = { active: 'good', unconfirmed: 'warn', failing: 'bad' } as const;

function Receiver({ of: { deliver, mail } }: { of: Watch }) {
  const t = useTranslate();
  const parts = [
    mail && <li key="mail">{t('watches.by_mail')}</li>,
    deliver && (
      <li key="url">
        <span className="ui-anywhere">{deliver.url}</span>{' '}
        <Badge tone={TONES[deliver.state]}>{t(`watches.states.${deliver.state}`)}</Badge>
        {deliver.reason !== null && (
          <div className="ui-quiet ui-smaller">{describeOutcome(deliver.reason, deliver.status, t)}</div>
        )}
      </li>
    ),
  ].filter(Boolean);
  return parts.length === 0 ? <>{t('watches.only_listed')}</> : <ul className="ui-list ui-column ui-gap-1">{parts}</ul>;
}

function Actions({ of, onChanged }: { of: Watch; onChanged: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const { run, busy } = useAction();
  const { notify, succeeded } = useNotify();
  const [dialog, setDialog] = useState<'events' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const test = () =>
    run(async () => {
      const { error, status } = await api.testWatch(of.id);
      if (error === null) succeeded(t('watches.test_accepted'));
      else {
        const reason = describeOutcome(error, status, t);
        notify({ type: 'warning', header: t('watches.test_refused', { reason }) });
      }
      onChanged();
    });
  async function remove() {
    await api.deleteWatch(of.id);
    succeeded(t('watches.deleted'));
    onChanged();
  }
  return (
    <>
      <Menu
        label={t('watches.actions_of', { subject: of.domains?.join(', ') ?? of.tag ?? '' })}
        actions={[
          { id: 'events', text: t('watches.events'), act: () => setDialog('events') },
          ...(mayAct
            ? [
                {
                  id: 'test',
                  text: t('watches.test'),
                  isDisabled: busy || of.deliver === null,
                  act: () => void test(),
                },
                { id: 'delete', text: t('watches.delete'), isDanger: true, act: () => setDialog('delete') },
              ]
            : []),
        ]}
      />
      {dialog === 'events' && <EventsDialog of={of} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('watches.delete_title')}
          warning={t('watches.delete_warning')}
          submit={t('watches.delete')}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  );
}
