import type { Watch, WatchEvents } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { Badge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Table } from '../ui/table.tsx';
import { useDescribeCondition } from './describe-condition.ts';

type Event = WatchEvents['events'][number];

/** What has triggered a watch, and what was delivered. */
export function EventsDialog({ of, onClose }: { of: Watch; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const describe = useDescribeCondition();
  const events = useLoad(async (signal) => (await api.watchEvents(of.id, signal)).events, [api, of.id]);
  return (
    <Dialog title={t('watches.events')} onClose={onClose} isWide>
      <ShowLoaded of={events}>
        {(found) => (
          <Table
            label={t('watches.events')}
            rows={found}
            keyOf={({ id }) => id}
            empty={<p className="watch__text">{t('watches.no_events')}</p>}
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
      <ul className="watch__list">
        {Object.entries(after).map(([issue, count]) => (
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
        <div className="watch__reason">
          {describeFailure({ code: last_error }, t)} · {t('watches.attempts', { count: attempts })}
        </div>
      )}
    </>
  );
}
