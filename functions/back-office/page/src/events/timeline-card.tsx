import { useTranslate } from '../language/use-language.ts';
import { LoadFailed, ViewShape } from '../loading/loaded.tsx';
import { Part } from '../loading/part.tsx';
import { type List, useList } from '../loading/use-load.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Card } from '../ui/layout.tsx';
import type { TimelineEvent } from '../../../contract.ts';
import { EventList } from './event-list.tsx';

/** What happened to all domains. */
export function TimelineCard() {
  const list = useList(
    (after) => ['timeline', { ...(after !== null && { after }) }],
    ({ events: items, next }) => ({ items, next }),
  );
  return <Events of={list} namesDomains />;
}

/** What happened to a domain. @param isFollowed others have no events of snapshots */
export function DomainTimelineCard({ domain, isFollowed }: { domain: string; isFollowed: boolean }) {
  const list = useList(
    (after) => ['domainTimeline', domain, { ...(after !== null && { after }) }],
    ({ events: items, next }) => ({ items, next }),
    { isOnlyThis: true },
  );
  return <Events of={list} isFollowed={isFollowed} />;
}

interface EventsProps {
  of: List<TimelineEvent>;
  namesDomains?: boolean;
  isFollowed?: boolean;
}

/** The newest events, and on request earlier ones. */
function Events({ of: list, namesDomains = false, isFollowed = true }: EventsProps) {
  const t = useTranslate();
  const { items, first, error, more } = list;
  return (
    <Card title={t('events.title')} description={t(isFollowed ? 'events.hint' : 'events.not_followed')}>
      {error !== null && <LoadFailed error={error} onRetry={list.reload} />}
      {first === null && error === null && <ViewShape />}
      {first !== null && items.length === 0 && !more && (
        <EmptyState icon="watches" title={t('events.none')}>
          {t('events.none_hint')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <Part of={items[0]!.id}>
          <EventList label={t('events.title')} events={items} namesDomains={namesDomains} />
        </Part>
      )}
      {more && (
        <div className="events__more">
          <Button variant="quiet" isBusy={list.loadingMore} onPress={list.loadMore}>
            {t('events.earlier')}
          </Button>
        </div>
      )}
    </Card>
  );
}
