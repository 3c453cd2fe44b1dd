import type { WatchEvents } from '../../../contract.ts';
import { useDescribeEvent } from '../language/event-sentences.ts';
import { describeFailure } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { Link } from '../ui/link.tsx';
import { Badge, RelativeTime } from '../ui/values.tsx';

type Event = WatchEvents['events'][number];

/** All events of a watch that are kept, the newest first. */
export function EventList({ watch }: { watch: string }) {
  const t = useTranslate();
  const events = useLoad(['watchEvents', watch]);
  return (
    <ShowLoaded of={events}>
      {({ events: found }) =>
        found.length === 0 ? (
          <p className="ui-bare ui-quiet">{t('watches.no_events')}</p>
        ) : (
          <ol className="ui-list ui-column ui-gap-4">
            {found.map((event) => (
              <li key={event.id}>
                <EventLine of={event} isDetailed />
              </li>
            ))}
          </ol>
        )
      }
    </ShowLoaded>
  );
}

/** An event in a sentence, which links to what it is about, with its domain and time. */
export function EventLine({ of, isDetailed = false }: { of: Event; isDetailed?: boolean }) {
  const describe = useDescribeEvent();
  const { domain, measured_at } = of;
  const { title, details } = describe(of);
  return (
    <>
      <Link href={hrefOf({ view: 'domain', domain, ...tabOf(of) })}>{title}</Link>
      <div className="ui-row ui-center ui-gap-1 ui-gap-x-2 ui-quiet ui-small">
        <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
        <RelativeTime time={measured_at} />
        {isDetailed && <Delivery of={of} />}
      </div>
      {isDetailed && details.length > 0 && (
        <ul className="watch__details ui-list ui-column ui-gap-1 ui-small ui-anywhere">
          {details.map((detail, index) => (
            <li key={index}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The tab that an event is about; by default the first one. */
function tabOf({ condition: { on }, name }: Event): { tab?: string } {
  if (on === 'new_issues') return { tab: 'site.issues' };
  if (name === 'seo_score' || on === 'noindex') return { tab: 'audits' };
  if (['drop', 'rise', 'below', 'above', 'changed'].includes(on)) return { tab: 'history' };
  return {};
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
