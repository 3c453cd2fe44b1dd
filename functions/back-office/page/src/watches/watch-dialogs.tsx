import { useCallback, useState } from 'react';
import type { CreatedWatch, Watch, WatchCondition, WatchEvents } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { describeFailure, type Translate } from '../language/messages.ts';
import { useFormat, useLanguage, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { Table } from '../ui/table.tsx';
import { Badge, CopyText, RelativeTime } from '../ui/values.tsx';
import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../shared/warning-days.ts';
import './watches.css';

/** Conditions that are offered; the first ones are chosen at first. */
const OFFERED: WatchCondition[] = [
  { on: 'drop', metric: 'seo_score', by: 10 },
  { on: 'unreachable', snapshots: 2 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: CERTIFICATE_WARNING },
  { on: 'registration_expires', within_days: REGISTRATION_WARNING },
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
  const describe = useDescribeCondition();
  const [chosen, setChosen] = useState(() => new Set(OFFERED.slice(0, CHOSEN_AT_FIRST)));
  const [url, setUrl] = useState('');
  const [isMailed, setMailed] = useState(true);
  const { language } = useLanguage();
  const [created, setCreated] = useState<CreatedWatch | null>(null);

  function choose(condition: WatchCondition, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(condition);
    else next.delete(condition);
    setChosen(next);
  }
  async function create() {
    const deliver = url.trim() === '' ? null : { url: url.trim() };
    const conditions = OFFERED.filter((condition) => chosen.has(condition));
    setCreated(await api.createWatch({ domains: [domain], conditions, deliver, mail: isMailed, language }));
  }
  if (created) return <Created domain={domain} watch={created} onClose={onClose} />;
  return (
    <FormDialog
      title={t('watches.watch_domain', { domain })}
      submit={t('watches.create')}
      isDisabled={chosen.size === 0}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="ui-bare">{t('watches.explanation')}</p>
      <fieldset className="watch__conditions ui-fieldset ui-column ui-gap-2">
        <legend className="ui-strong">{t('watches.conditions')}</legend>
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
      <TextField
        name="deliver.url"
        type="url"
        label={t('watches.url')}
        hint={t('watches.url_hint')}
        value={url}
        onChange={setUrl}
      />
    </FormDialog>
  );
}

/** Explains what happens next, and shows the secret of the receiver and whether its address is confirmed. */
function Created({ domain, watch: { deliver, secret }, onClose }: WatchDialogProps & { watch: CreatedWatch }) {
  const t = useTranslate();
  return (
    <Dialog title={t('watches.watch_domain', { domain })} onClose={onClose} isKept>
      <div className="ui-stack">
        <Banner tone="info">{t('watches.created')}</Banner>
        {deliver && deliver.state !== 'active' && (
          <Banner tone="warn" title={t(`watches.states.${deliver.state}`)}>
            {deliver.reason !== null && <div>{describeOutcome(deliver.reason, deliver.status, t)}</div>}
            {t('watches.not_confirmed_hint')}
          </Banner>
        )}
        {deliver && (
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

type Event = WatchEvents['events'][number];

/** What has triggered a watch, and what was delivered. */
export function EventsDialog({ of, onClose }: { of: Watch; onClose: () => void }) {
  const t = useTranslate();
  const describe = useDescribeCondition();
  const events = useLoad(['watchEvents', of.id]);
  return (
    <Dialog title={t('watches.events')} onClose={onClose} isWide>
      <ShowLoaded of={events}>
        {({ events: found }) => (
          <Table
            label={t('watches.events')}
            rows={found}
            keyOf={({ id }) => id}
            empty={<p className="ui-bare">{t('watches.no_events')}</p>}
            columns={[
              {
                id: 'domain',
                header: t('watches.domains'),
                cell: ({ domain }) => <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>,
              },
              { id: 'condition', header: t('watches.condition'), cell: ({ condition }) => describe(condition) },
              { id: 'change', header: t('watches.change'), cell: (event) => <Change of={event} /> },
              { id: 'when', header: t('watches.when'), cell: ({ measured_at }) => <RelativeTime time={measured_at} /> },
              { id: 'delivery', header: t('watches.delivery'), cell: (event) => <Delivery of={event} /> },
            ]}
          />
        )}
      </ShowLoaded>
    </Dialog>
  );
}

/** The values before and now; for new issues, the number of pages by issue. */
function Change({ of: { before, after } }: { of: Event }) {
  const t = useTranslate();
  const format = useFormat();
  if (after !== null && typeof after === 'object') {
    return (
      <ul className="ui-list ui-column ui-gap-1">
        {Object.entries(after.counts).map(([issue, count]) => (
          <li key={issue}>{t('watches.pages_with', { issue, count })}</li>
        ))}
      </ul>
    );
  }
  const text = (value: typeof before) => {
    if (typeof value === 'number') return format.number(value);
    return typeof value === 'string' ? value : '–';
  };
  return <>{`${text(before)} → ${text(after)}`}</>;
}

const TONES = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

function Delivery({ of: { delivery } }: { of: Event }) {
  const t = useTranslate();
  if (delivery === null) return <>{t('watches.not_sent')}</>;
  const { state, last_error, attempts } = delivery;
  return (
    <>
      <Badge tone={TONES[state]}>{t(`watches.deliveries.${state}`)}</Badge>
      {last_error !== null && (
        <div className="ui-quiet ui-smaller">
          {describeFailure({ code: last_error }, t)} · {t('watches.attempts', { count: attempts })}
        </div>
      )}
    </>
  );
}

/** A condition of a watch, as the service returns it. */
interface AnyCondition {
  on: string;
  metric?: string;
  fields?: readonly string[];
  by?: string | number;
  value?: number;
  snapshots?: number;
  within_days?: number;
  severity?: string;
}

/** The text for a condition of a watch. */
export function useDescribeCondition() {
  const t = useTranslate();
  return useCallback(
    ({ on, metric = '', fields = [], by = '', value = 0, ...numbers }: AnyCondition): string => {
      const nameOf = (name: string) => {
        const key = `domain.history.metrics.${name}`;
        return t.has(key) ? t(key) : name;
      };
      const { snapshots = 0, within_days = 0, severity = 'error' } = numbers;
      const key = `watches.kinds.${on}`;
      if (!t.has(key)) return on;
      const names = fields.map(nameOf).join(t('common.comma'));
      return t(key, { metric: nameOf(metric), fields: names, by, value, snapshots, days: within_days, severity });
    },
    [t],
  );
}
