import { useApi } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { NotUpdated, ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { ScoreReasons } from '../../shared/score-reasons.tsx';
import { Card } from '../../ui/layout.tsx';
import { Change } from '../../ui/values.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { LoadMore } from '../../ui/table.tsx';
import { useShownRows } from '../../ui/shown-rows.ts';
import { hrefOfTab } from '../tabs.ts';
import type { HistoryRange } from './ranges.ts';

const STEP = 5;

interface ScoreChangesCardProps {
  domain: string;
  range: HistoryRange;
  fetches: number;
}

/** The changes of the SEO score, each with the audits that changed at the same time. */
export function ScoreChangesCard({ domain, range, fetches }: ScoreChangesCardProps) {
  const api = useApi();
  const t = useTranslate();
  const format = useFormat();
  const { limit, showMore } = useShownRows(STEP);
  const found = useLoad((signal) => api.scoreChanges(domain, range, signal), [api, domain, range, fetches], true);
  return (
    <Card title={t('domain.score_changes.title')} description={t('domain.score_changes.hint')}>
      <NotUpdated of={found} />
      <ShowLoaded of={found}>
        {({ domains }) => {
          const changes = domains[0]?.changes ?? [];
          if (changes.length === 0) return <EmptyState icon="compare" title={t('domain.score_changes.none')} />;
          return (
            <>
              <ol className="history-scores" aria-label={t('domain.score_changes.title')}>
                {changes.slice(0, limit).map(({ captured_at, from, to, audits }) => (
                  <li key={captured_at}>
                    <time dateTime={captured_at} title={format.time(captured_at)}>
                      {format.date(captured_at)}
                    </time>
                    <span className="history-scores__change">
                      {format.number(from)} → <b>{format.number(to)}</b>
                      <Change
                        amount={format.number(Math.abs(to - from))}
                        direction={to > from ? 'up' : 'down'}
                        isBetter={to > from}
                      />
                    </span>
                    <ScoreReasons
                      audits={audits}
                      isBetter={to > from}
                      hrefOf={(audit) => hrefOfTab(domain, 'audits', { audit })}
                    />
                  </li>
                ))}
              </ol>
              {changes.length > limit && <LoadMore onPress={showMore} />}
            </>
          );
        }}
      </ShowLoaded>
    </Card>
  );
}
