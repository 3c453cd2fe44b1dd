import { useState } from 'react';
import type { ListedWatch } from '../../../contract.ts';
import { EventLine } from '../events/event-list.tsx';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { Card, Expandable } from '../ui/layout.tsx';
import { Link } from '../ui/link.tsx';
import { Badge, Facts, RelativeTime } from '../ui/values.tsx';
import { useDescribeCondition } from './conditions.ts';
import { WatchEventList } from './event-list.tsx';
import { WatchActions } from './watch-actions.tsx';
import { describeOutcome } from './watch-dialogs.tsx';
import { FIRST, useSubject } from './watch-subject.ts';

/** A watch: what it watches, when it reports, to whom, and what it has reported. */
export function WatchCard({ of, onChanged }: { of: ListedWatch; onChanged: () => void }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { last_event: last, created_at } = of;
  return (
    <Card
      title={useSubject(of)}
      actions={
        <>
          <State of={of} />
          <WatchActions of={of} onChanged={onChanged} />
        </>
      }
    >
      <div className="ui-stack">
        <Facts
          of={[
            {
              label: t('watches.last_event'),
              value: last ? (
                <EventLine of={last} namesDomain />
              ) : (
                <span className="ui-quiet">{t('watches.no_events')}</span>
              ),
            },
            { label: t('watches.domains'), value: <Domains of={of} /> },
            { label: t('watches.conditions'), value: <Conditions of={of} /> },
            { label: t('watches.receiver'), value: <Receiver of={of} /> },
            { label: t('watches.since'), value: <RelativeTime time={created_at} /> },
          ]}
        />
        {last && (
          <Expandable title={t('watches.events')} isOpen={isOpen} onToggle={setOpen}>
            {isOpen && <WatchEventList watch={of.id} />}
          </Expandable>
        )}
      </div>
    </Card>
  );
}

function Domains({ of: { domains, tag } }: { of: ListedWatch }) {
  const t = useTranslate();
  const [isComplete, setComplete] = useState(false);
  if (domains === null) {
    const query = new URLSearchParams({ where: `tag=${tag}` }).toString();
    return <Link href={hrefOf({ view: 'domains', query })}>{t('watches.tagged', { tag: tag ?? '' })}</Link>;
  }
  if (domains.length === 0) return <>{t('watches.no_domains')}</>;
  const others = domains.length - FIRST;
  return (
    <ul className="ui-list ui-row ui-center ui-gap-1 ui-gap-x-3">
      {(isComplete ? domains : domains.slice(0, FIRST)).map((domain) => (
        <li key={domain}>
          <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Button variant="quiet" isExpanded={isComplete} onPress={() => setComplete(!isComplete)}>
            {isComplete ? t('watches.fewer_domains') : t('watches.more_domains', { count: others })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Conditions({ of: { conditions, crawl } }: { of: ListedWatch }) {
  const t = useTranslate();
  const describe = useDescribeCondition();
  return (
    <ul className="ui-list ui-column ui-gap-1">
      {conditions.map((condition) => (
        <li key={JSON.stringify(condition)}>{describe(condition)}</li>
      ))}
      {crawl && <li className="ui-quiet">{t(`watches.crawled.${crawl.every}`)}</li>}
    </ul>
  );
}

function Receiver({ of: { deliver, mail, language } }: { of: ListedWatch }) {
  const t = useTranslate();
  if (!mail && !deliver) return <>{t('watches.only_listed')}</>;
  return (
    <ul className="ui-list ui-column ui-gap-1">
      {mail && <li>{t('watches.by_mail', { language: t(`watches.languages.${language}`) })}</li>}
      {deliver && (
        <li>
          <span className="ui-anywhere">{deliver.url}</span>
          {deliver.reason !== null && (
            <div className="ui-quiet ui-smaller">{describeOutcome(deliver.reason, deliver.status, t)}</div>
          )}
        </li>
      )}
    </ul>
  );
}

const TONES = { active: 'good', unconfirmed: 'warn', failing: 'bad' } as const;

/** Whether the watch works: it has domains, and its receiver accepts what is sent. */
function State({ of: { domains, deliver } }: { of: ListedWatch }) {
  const t = useTranslate();
  if (domains?.length === 0) return <Badge tone="warn">{t('watches.no_domains')}</Badge>;
  const state = deliver?.state ?? 'active';
  return <Badge tone={TONES[state]}>{t(`watches.states.${state}`)}</Badge>;
}
