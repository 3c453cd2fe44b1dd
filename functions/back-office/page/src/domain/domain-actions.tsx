import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useText } from '../language/use-language.ts';
import { useAction } from '../loading/use-action.ts';
import { hrefOf } from '../routing/route.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { useNotify } from '../loading/use-notify.ts';
import { BlockDomain } from './block-domain.tsx';
import { useMayAct } from '../api/role.ts';

interface DomainActionsProps {
  of: DomainDetails;
  watching: boolean;
  /** Called after background work was requested. */
  onAsked: () => void;
  onChanged: () => void;
}

/** The actions for a domain. */
export function DomainActions({ of, watching, onAsked, onChanged }: DomainActionsProps) {
  const { domain, blocked } = of;
  const api = useApi();
  const text = useText();
  const { run, busy } = useAction();
  const { notify, succeeded } = useNotify();
  const [confirming, setConfirming] = useState<'block' | 'delete' | null>(null);

  const refresh = () =>
    void run(async () => {
      await api.refresh(domain);
      onAsked();
    });
  const takeSnapshot = () =>
    void run(async () => {
      const { is_queued } = await api.takeSnapshot(domain);
      if (is_queued) onAsked();
      else notify({ type: 'info', header: text.domain.has_snapshot(domain) });
    });
  const unblock = () =>
    void run(async () => {
      await api.unblock(domain);
      succeeded(text.domain.now_unblocked(domain));
      onChanged();
    });
  async function remove() {
    await api.deleteDomain(domain);
    succeeded(text.domain.now_deleted(domain));
    window.location.assign(hrefOf({ view: 'domains' }));
  }
  if (!useMayAct()) return null;
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="primary" disabled={blocked || busy || watching} onClick={refresh}>
          {text.domain.refresh}
        </Button>
        <Button disabled={blocked || busy || watching} onClick={takeSnapshot}>
          {text.domain.snapshot}
        </Button>
        <ButtonDropdown
          items={[
            { id: 'block', text: blocked ? text.domain.unblock : text.domain.block },
            { id: 'delete', text: text.domain.delete },
          ]}
          onItemClick={({ detail }) =>
            detail.id === 'block' && blocked ? unblock() : setConfirming(detail.id as 'block' | 'delete')
          }
        >
          {text.common.actions}
        </ButtonDropdown>
      </SpaceBetween>
      {confirming === 'block' && (
        <BlockDomain domain={domain} onChanged={onChanged} onClose={() => setConfirming(null)} />
      )}
      {confirming === 'delete' && (
        <ConfirmDialog
          title={text.domain.delete_title}
          warning={text.domain.delete_warning}
          submit={text.domain.delete}
          typed={domain}
          onConfirm={remove}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}
