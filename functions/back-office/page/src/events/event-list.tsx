import { useDescribeEvent } from '../language/event-sentences.ts';
import { hrefOf } from '../routing/route.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { hrefOfEvent, iconOf, type ListedEvent, toneOf } from './event-kinds.ts';
import './events.css';

interface EventListProps<Event extends ListedEvent> {
  label: string;
  events: readonly Event[];
  /** Events of several domains: each names its own. */
  namesDomains?: boolean;
}

/** What happened, the newest first: each a sentence that leads to what it is about. */
export function EventList<Event extends ListedEvent>({ label, events, namesDomains = false }: EventListProps<Event>) {
  return (
    <ul className="ui-list events" aria-label={label}>
      {events.map((event) => (
        <EventItem key={event.id} of={event} namesDomain={namesDomains} />
      ))}
    </ul>
  );
}

function EventItem({ of, namesDomain }: { of: ListedEvent; namesDomain: boolean }) {
  const describe = useDescribeEvent();
  const { title, details } = describe(of);
  const tone = toneOf(of);
  return (
    <li className="events__item ui-line ui-top ui-gap-3">
      <span className={`events__mark events__mark--${tone}`}>
        <Icon name={iconOf(of)} />
      </span>
      <div className="ui-grow ui-shrink ui-anywhere">
        <div className="ui-row ui-baseline ui-between ui-gap-tight ui-gap-x-4">
          <Link href={hrefOfEvent(of)}>{title}</Link>
          <span className="ui-quiet ui-small">
            <RelativeTime time={of.measured_at} />
          </span>
        </div>
        <div className="events__about ui-row ui-baseline ui-gap-wide ui-small">
          {namesDomain && (
            <Link href={hrefOf({ view: 'domain', domain: of.domain })}>{of.domain_unicode ?? of.domain}</Link>
          )}
          {details.length > 0 && (
            <span className="ui-quiet">
              <SiteText>{details.join(' · ')}</SiteText>
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
