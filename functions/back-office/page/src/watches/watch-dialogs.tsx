import { useState } from 'react';
import type { CreatedWatch, NewWatch, Watch } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { describeFailure, type Translate } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { CopyText } from '../ui/values.tsx';
import { type Interval, WatchForm } from './watch-form.tsx';

interface NewWatchDialogProps {
  domains: readonly string[];
  /** How often the sites are crawled, at first; by default never. */
  every?: Interval;
  onCreated?: () => void;
  onClose: () => void;
}

/** Creates a watch. */
export function NewWatchDialog({ domains, every, onCreated, onClose }: NewWatchDialogProps) {
  const api = useApi();
  const t = useTranslate();
  const [created, setCreated] = useState<CreatedWatch | null>(null);
  const title = domains.length === 1 ? t('watches.watch_domain', { domain: domains[0]! }) : t('watches.new');
  if (created) {
    return (
      <Stored title={title} watch={created} secret={created.deliver && created.secret} onClose={onClose}>
        {t('watches.created')}
      </Stored>
    );
  }
  return (
    <WatchForm
      title={title}
      submit={t('watches.create')}
      domains={domains}
      {...(every && { every })}
      onSubmit={async (values) => {
        setCreated(await api.createWatch(values));
        onCreated?.();
      }}
      onClose={onClose}
    />
  );
}

/** Creates a watch of a domain. */
export function WatchDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  return <NewWatchDialog domains={[domain]} onClose={onClose} />;
}

interface EditWatchDialogProps {
  of: Watch;
  onChanged: () => void;
  onClose: () => void;
}

/** Changes a watch. The receiver of one that had none needs a secret, which is shown once. */
export function EditWatchDialog({ of, onChanged, onClose }: EditWatchDialogProps) {
  const api = useApi();
  const t = useTranslate();
  const [stored, setStored] = useState<{ watch: Watch; secret: string } | null>(null);
  const title = t('watches.edit_title');
  async function change({ tag: _tag, ...values }: NewWatch) {
    const watch = await api.changeWatch(of.id, values);
    onChanged();
    if (of.deliver !== null || watch.deliver === null) return onClose();
    setStored({ watch, secret: (await api.renewWatchSecret(of.id)).secret });
  }
  if (stored) {
    return (
      <Stored title={title} {...stored} onClose={onClose}>
        {t('watches.changed')}
      </Stored>
    );
  }
  return <WatchForm title={title} submit={t('watches.save')} of={of} onSubmit={change} onClose={onClose} />;
}

interface StoredProps {
  title: string;
  watch: Watch;
  /** The secret of its receiver; `null`: it has none. */
  secret: string | null;
  onClose: () => void;
  /** What happens next. */
  children: string;
}

/** Explains what happens next, and shows the secret of the receiver and whether its address is confirmed. */
function Stored({ title, watch: { deliver }, secret, onClose, children }: StoredProps) {
  const t = useTranslate();
  return (
    <Dialog title={title} onClose={onClose} isKept>
      <div className="ui-stack">
        <Banner tone="info">{children}</Banner>
        {deliver && deliver.state !== 'active' && (
          <Banner tone="warn" title={t(`watches.states.${deliver.state}`)}>
            {deliver.reason !== null && <div>{describeOutcome(deliver.reason, deliver.status, t)}</div>}
            {t('watches.not_confirmed_hint')}
          </Banner>
        )}
        {secret !== null && (
          <CopyText title={t('watches.secret')} button={t('watches.copy')} testId="watch-secret">
            {secret}
          </CopyText>
        )}
        <p className="ui-bare">
          <ButtonLink href={hrefOf({ view: 'watches' })}>{t('watches.all')}</ButtonLink>
        </p>
      </div>
    </Dialog>
  );
}

/** Describes why a receiver has not accepted a delivery, with the status of its response. */
export function describeOutcome(code: string, status: number | null, t: Translate): string {
  return describeFailure({ code }, t) + (status === null ? '' : ` (HTTP ${status})`);
}
