import type { WatchEvents } from '../../../contract.ts';
import { EventList } from '../events/event-list.tsx';
import { describeFailure } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { Badge } from '../ui/values.tsx';

type Event = WatchEvents['events'][number];

/** All events of a watch that are kept, the newest first, with the outcomes of their deliveries. */
export function WatchEventList({ watch }: { watch: string }) {
  const t = useTranslate();
  const events = useLoad(['watchEvents', watch]);
  return (
    <ShowLoaded of={events}>
      {({ events: found }) =>
        found.length === 0 ? (
          <p className="ui-bare ui-quiet">{t('watches.no_events')}</p>
        ) : (
          <EventList
            label={t('events.title')}
            events={found}
            namesDomains
            noteOf={(event) => <Delivery of={event} />}
          />
        )
      }
    </ShowLoaded>
  );
}

const TONES = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

function Delivery({ of: { delivery } }: { of: Event }) {
  const t = useTranslate();
  if (delivery === null) return <span>{t('watches.not_sent')}</span>;
  const { state, last_error, attempts } = delivery;
  return (
    <>
      <Badge tone={TONES[state]}>{t(`watches.deliveries.${state}`)}</Badge>
      {last_error !== null && (
        <span>
          {describeFailure({ code: last_error }, t)} · {t('watches.attempts', { count: attempts })}
        </span>
      )}
    </>
  );
}
