import type { ReactNode } from 'react';
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
  /** Returns what is shown after the domain of an event. */
  noteOf?: (event: Event) => ReactNode;
}

/** What happened, the newest first: each a sentence that leads to what it is about. */
export function EventList<Event extends ListedEvent>(props: EventListProps<Event>) {
  const { label, events, namesDomains = false, noteOf } = props;
  return (
    <ul className="ui-list events" aria-label={label}>
      {events.map((event) => (
        <li key={event.id} className="events__item">
          <EventLine of={event} namesDomain={namesDomains} note={noteOf?.(event)} />
        </li>
      ))}
    </ul>
  );
}

interface EventLineProps {
  of: ListedEvent;
  namesDomain: boolean;
  note?: ReactNode;
}

/** An event in a sentence, which leads to what it is about. */
export function EventLine({ of, namesDomain, note }: EventLineProps) {
  const describe = useDescribeEvent();
  const { title, details } = describe(of);
  const { domain, domain_unicode: name = domain, measured_at } = of;
  return (
    <div className="ui-line ui-top ui-gap-3">
      <span className={`events__mark events__mark--${toneOf(of)}`}>
        <Icon name={iconOf(of)} />
      </span>
      <div className="ui-grow ui-shrink ui-anywhere">
        <div className="ui-row ui-baseline ui-between ui-gap-tight ui-gap-x-4">
          <Link href={hrefOfEvent(of)}>{title}</Link>
          <span className="ui-quiet ui-small">
            <RelativeTime time={measured_at} />
          </span>
        </div>
        <div className="events__about ui-row ui-baseline ui-gap-wide ui-small">
          {namesDomain && <Link href={hrefOf({ view: 'domain', domain })}>{name}</Link>}
          {note}
          {details.length > 0 && (
            <span className="ui-quiet">
              <SiteText>{details.join(' · ')}</SiteText>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
