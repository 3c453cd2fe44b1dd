import { useState } from 'react';
import type { WatchCondition } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useDescribeError } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useDescribeCondition } from './describe-condition.ts';
import './watches.css';

/** Conditions that are offered; the first ones are chosen at first. */
const OFFERED: WatchCondition[] = [
  { on: 'drop', metric: 'seo_score', by: 10 },
  { on: 'unreachable', snapshots: 2 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: 14 },
  { on: 'registration_expires', within_days: 30 },
  { on: 'new_issues', severity: 'error' },
  { on: 'changed', fields: ['title', 'canonical', 'meta_robots'] },
  { on: 'drop', metric: 'tranco_rank', by: '20%' },
  { on: 'drop', metric: 'organic_etv', by: '20%' },
];
const CHOSEN_AT_FIRST = 6;

interface WatchDialogProps {
  domain: string;
  onClose: () => void;
}

/** Creates a watch of a domain. */
export function WatchDialog({ domain, onClose }: WatchDialogProps) {
  const api = useApi();
  const t = useTranslate();
  const describeError = useDescribeError();
  const describe = useDescribeCondition();
  const [chosen, setChosen] = useState(() => new Set(OFFERED.slice(0, CHOSEN_AT_FIRST)));
  const [url, setUrl] = useState('');
  const [isMailed, setMailed] = useState(true);
  const [secret, setSecret] = useState<string | null>(null);
  const [isCreated, setCreated] = useState(false);

  function choose(condition: WatchCondition, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(condition);
    else next.delete(condition);
    setChosen(next);
  }
  async function create() {
    const deliver = url.trim() === '' ? null : { url: url.trim() };
    const conditions = OFFERED.filter((condition) => chosen.has(condition));
    const created = await api.createWatch({ domains: [domain], conditions, deliver, mail: isMailed });
    setSecret(deliver && created.secret);
    setCreated(true);
  }
  if (isCreated) return <Created domain={domain} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('watches.watch_domain', { domain })}
      submit={t('watches.create')}
      isDisabled={chosen.size === 0}
      onSubmit={create}
      describeError={describeError}
      onClose={onClose}
    >
      <p className="watch__text">{t('watches.explanation')}</p>
      <fieldset className="watch__conditions">
        <legend>{t('watches.conditions')}</legend>
        {OFFERED.map((condition) => (
          <Checkbox
            key={JSON.stringify(condition)}
            isSelected={chosen.has(condition)}
            onChange={(isChosen) => choose(condition, isChosen)}
          >
            {describe(condition)}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox isSelected={isMailed} onChange={setMailed}>
        {t('watches.mail')}
      </Checkbox>
      <TextField type="url" label={t('watches.url')} hint={t('watches.url_hint')} value={url} onChange={setUrl} />
    </FormDialog>
  );
}

/** Says what happens next, and shows the secret of the receiver. */
function Created({ domain, secret, onClose }: { domain: string; secret: string | null; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog title={t('watches.watch_domain', { domain })} onClose={onClose} isKept>
      <div className="ui-stack">
        <Banner tone="info">{t('watches.created')}</Banner>
        {secret !== null && (
          <CopyText title={t('watches.secret')} button={t('watches.copy')} testId="watch-secret">
            {secret}
          </CopyText>
        )}
        <p className="watch__text">
          <ButtonLink href={hrefOf({ view: 'watches' })}>{t('watches.all')}</ButtonLink>
        </p>
      </div>
    </Dialog>
  );
}
