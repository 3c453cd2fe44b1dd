import { useState } from 'react';
import type { ReportLink } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { RadioGroup, TextField } from '../ui/fields.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { CopyText } from '../ui/values.tsx';

type Stored = 'answered' | 'deleted';

interface BlockDomainProps {
  domain: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Blocks a domain, after the operator has chosen whether its stored data is kept. */
export function BlockDomain({ domain, onClose, onChanged }: BlockDomainProps) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [stored, setStored] = useState<Stored>('answered');
  const [entered, setEntered] = useState('');
  const isDeleted = stored === 'deleted';
  const choice = (id: Stored) => ({
    id,
    text: t(`domain.block_choices.${id}`),
    description: t(`domain.block_hints.${id}`),
  });

  async function block() {
    await api.block(domain);
    if (isDeleted) await api.deleteDomain(domain);
    succeeded(t(isDeleted ? 'domain.now_blocked_and_deleted' : 'domain.now_blocked', { domain }));
    onChanged();
    onClose();
  }
  return (
    <FormDialog
      title={t('domain.block_title')}
      submit={t('domain.block')}
      isDisabled={isDeleted && entered.trim() !== domain}
      onSubmit={block}
      onClose={onClose}
    >
      <RadioGroup
        label={t('domain.block_stored')}
        options={[choice('answered'), choice('deleted')]}
        value={stored}
        onChange={setStored}
      />
      {isDeleted && (
        <TextField label={t('ui.type_to_confirm', { name: domain })} value={entered} onChange={setEntered} />
      )}
    </FormDialog>
  );
}

const DAYS = ['7', '30', '90', '365'] as const;

/** Creates links to the report of a domain, and revokes them. */
export function ShareDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const [created, setCreated] = useState<{ id: string; address: string } | null>(null);
  const links = useLoad(['reportLinks', domain]);
  const mayAct = useMayAct();
  const create = () =>
    void run(async () => {
      const { id, token } = await api.createReportLink(domain, { days: Number(days) });
      setCreated({ id, address: addressOf(domain, token) });
      links.reload();
    });
  const revoke = ({ id }: ReportLink) =>
    void run(async () => {
      await api.revokeReportLink(domain, id);
      // Any other link is still valid, and its address cannot be shown again.
      setCreated((shown) => (shown?.id === id ? null : shown));
      links.reload();
    });
  return (
    <Dialog title={t('share.title')} onClose={onClose} isWide>
      <div className="ui-stack">
        <p>{t('share.explanation')}</p>
        {mayAct && (
          <div className="ui-row ui-low ui-gap-3">
            <Select
              label={t('share.valid_for')}
              options={DAYS.map((id) => ({ id, text: t('share.days', { count: Number(id) }) }))}
              value={days}
              onChange={setDays}
            />
            <Button variant="primary" isBusy={busy} onPress={create}>
              {t('share.create')}
            </Button>
          </div>
        )}
        {created !== null && (
          <CopyText title={t('share.created')} button={t('share.copy')} testId="report-link">
            {created.address}
          </CopyText>
        )}
        {created !== null && isLoopback(window.location.hostname) && <Banner tone="info">{t('share.loopback')}</Banner>}
        <ShowLoaded of={links}>
          {({ links: valid }) => <Links of={valid} isBusy={busy} onRevoke={mayAct ? revoke : null} />}
        </ShowLoaded>
      </div>
    </Dialog>
  );
}

interface LinksProps {
  of: ReportLink[];
  isBusy: boolean;
  /** `null`: the user may not. */
  onRevoke: ((link: ReportLink) => void) | null;
}

function Links({ of, isBusy, onRevoke }: LinksProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Table
      label={t('share.links')}
      rows={of}
      keyOf={({ id }) => id}
      empty={<p>{t('share.none')}</p>}
      columns={[
        { id: 'created', header: t('share.created_at'), cell: ({ created_at }) => format.date(created_at) },
        { id: 'by', header: t('share.created_by'), cell: ({ created_by }) => created_by },
        { id: 'expires', header: t('share.expires_at'), cell: ({ expires_at }) => format.date(expires_at) },
        {
          id: 'revoke',
          header: t('share.actions'),
          cell: (link) =>
            onRevoke && (
              <Button variant="danger" isDisabled={isBusy} onPress={() => onRevoke(link)}>
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
