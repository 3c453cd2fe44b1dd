import { useState } from 'react';
import type { ReportLink } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { CopyText } from '../ui/values.tsx';

const DAYS = ['7', '30', '90', '365'] as const;

/** Creates links to the report of a domain, and revokes them. */
export function ShareDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const [created, setCreated] = useState<{ id: string; address: string } | null>(null);
  const [revoking, setRevoking] = useState<ReportLink | null>(null);
  const links = useLoad(['reportLinks', domain]);
  const mayAct = useMayAct();
  const create = () =>
    void run(async () => {
      const { id, token } = await api.createReportLink(domain, { days: Number(days) });
      setCreated({ id, address: addressOf(domain, token) });
      links.reload();
    });
  async function revoke({ id }: ReportLink) {
    await api.revokeReportLink(domain, id);
    // Any other link is still valid, and its address cannot be shown again.
    setCreated((shown) => (shown?.id === id ? null : shown));
    setRevoking(null);
    succeeded(t('share.revoked'));
    links.reload();
  }
  return (
    <>
      <Dialog title={t('share.title')} onClose={onClose} isWide>
        <div className="ui-stack">
          <p className="ui-bare">{t('share.explanation')}</p>
          {created !== null && (
            <CopyText title={t('share.created')} button={t('share.copy')} testId="report-link" isMain>
              {created.address}
            </CopyText>
          )}
          {created !== null && isLoopback(window.location.hostname) && (
            <Banner tone="info">{t('share.loopback')}</Banner>
          )}
          {mayAct && (
            <div className="ui-row ui-low ui-gap-3">
              <Select
                label={t('share.valid_for')}
                options={DAYS.map((id) => ({ id, text: t('share.days', { count: Number(id) }) }))}
                value={days}
                onChange={setDays}
              />
              <Button variant={created === null ? 'primary' : 'secondary'} isBusy={busy} onPress={create}>
                {t(created === null ? 'share.create' : 'share.create_another')}
              </Button>
            </div>
          )}
          <ShowLoaded of={links}>
            {({ links: valid }) => <Links of={valid} onRevoke={mayAct ? setRevoking : null} />}
          </ShowLoaded>
        </div>
      </Dialog>
      {revoking !== null && (
        <ConfirmDialog
          title={t('share.revoke_title')}
          warning={t('share.revoke_warning', {
            date: format.time(revoking.created_at),
            name: revoking.created_by,
          })}
          submit={t('share.revoke')}
          isDanger
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

interface LinksProps {
  of: ReportLink[];
  /** `null`: the user may not. */
  onRevoke: ((link: ReportLink) => void) | null;
}

function Links({ of, onRevoke }: LinksProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Table
      label={t('share.links')}
      rows={of}
      keyOf={({ id }) => id}
      empty={<p className="ui-bare">{t('share.none')}</p>}
      columns={[
        { id: 'created', header: t('share.created_at'), cell: ({ created_at }) => format.date(created_at) },
        { id: 'by', header: t('share.created_by'), cell: ({ created_by }) => created_by },
        { id: 'expires', header: t('share.expires_at'), cell: ({ expires_at }) => format.date(expires_at) },
        {
          id: 'revoke',
          header: t('share.actions'),
          cell: (link) =>
            onRevoke && (
              <Button variant="quiet" onPress={() => onRevoke(link)}>
                {t('share.revoke')}
              </Button>
            ),
        },
      ]}
    />
  );
}

/** Whether only this computer can open the addresses of a host. */
const isLoopback = (host: string) => /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

function addressOf(domain: string, token: string): string {
  const { origin, pathname } = window.location;
  return origin + pathname + hrefOf({ view: 'report', domain, token });
}
