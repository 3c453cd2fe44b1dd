import { useMemo, useRef } from 'react';
import type { History } from '../../api/api.ts';
import { describeFailure } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { Loading, NotUpdated, ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useQuery } from '../../routing/use-route.ts';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { SameAxis } from '../../ui/charts/frame.tsx';
import { Card, leastWidth, Stack } from '../../ui/layout.tsx';
import { Segments } from '../../ui/fields.tsx';
import { ChangesCard, ScoreChangesCard, SnapshotsCard } from './changes-card.tsx';
import './history.css';
import { historyRanges, type HistoryView, historyViewOf, partChanges, shownPart } from './history-view.ts';
import { MetricChart, MetricsCard } from './metrics-card.tsx';
import { realChanges, type Shown, shownAround } from './real-changes.ts';
import { type HistoryMetric, historyMetrics, isFailed } from './series.ts';

/** The metrics of a domain over time, and what changed. */
export default function HistoryTab({ domain }: { domain: string }) {
  const t = useTranslate();
  const { params, change } = useQuery();
  const view = historyViewOf(params);
  const { range } = view;
  const history = useLoad(['history', domain, range], { isQuiet: true, isOnlyThis: true });
  return (
    <Stack>
      <div className="ui-gap-1 ui-gap-x-2 ui-row ui-center">
        <Segments
          label={t('domain.history.range')}
          options={historyRanges.map((id) => ({ id, text: t(`domain.history.ranges.${id}`) }))}
          value={range}
          onChange={(id) => change({ range: id === '90d' ? null : id, part: null }, true)}
        />
        {history.data && (
          <span className="ui-quiet ui-small ui-regular">
            {t('domain.history.snapshots', { count: history.data.snapshots.length })}
            {history.data.truncated && ` · ${t('domain.history.truncated')}`}
          </span>
        )}
      </div>
      <NotUpdated of={history} />
      <ShowLoaded
        of={history}
        skeleton={
          <Loading>
            <Skeleton height={420} />
          </Loading>
        }
      >
        {(data) =>
          data.snapshots.length === 0 ? (
            <EmptyState icon="compare" title={t('domain.history.empty')}>
              {t('domain.history.empty_hint')}
            </EmptyState>
          ) : (
            <Content domain={domain} of={data} view={view} />
          )
        }
      </ShowLoaded>
    </Stack>
  );
}

interface ContentProps {
  domain: string;
  of: History;
  view: HistoryView;
}

/** A history that has snapshots. */
function Content({ domain, of, view }: ContentProps) {
  const { change } = useQuery();
  const { snapshots } = of;
  const charts = useRef<HTMLDivElement>(null);
  const whole: Shown = { from: Date.parse(of.from), to: Date.parse(of.to) };
  const { real, small } = useMemo(() => realChanges(snapshots), [snapshots]);
  const onMetrics = (metrics: HistoryMetric[]) => change({ metrics: metrics.join(',') }, true);
  return (
    <>
      <FailedSnapshots of={of} />
      <div ref={charts} tabIndex={-1} className="history-focus ui-target">
        <MetricsCard
          of={of}
          changes={real}
          metrics={view.metrics}
          onMetrics={onMetrics}
          whole={whole}
          shown={shownPart(view, whole)}
          onShown={(shown) => change(partChanges(shown, whole), true)}
          hasMarks={view.hasMarks}
          onMarks={(hasMarks) => change({ marks: hasMarks ? null : 'off' })}
        />
      </div>
      <ScoreChangesCard domain={domain} range={view.range} />
      <ChangesCard
        real={real}
        small={small}
        onShow={({ captured_at, field }) => {
          const name = historyMetrics.find((one) => one === field);
          const part = partChanges(shownAround(Date.parse(captured_at), whole), whole);
          change({ ...part, ...(name && { metrics: name }) }, true);
          charts.current?.scrollIntoView();
          charts.current?.focus({ preventScroll: true });
        }}
      />
      <OtherMetrics of={of} chosen={view.metrics} whole={whole} />
      <SnapshotsCard
        snapshots={snapshots}
        isOpen={view.hasTable}
        onOpen={(isOpen) => change({ table: isOpen ? 'on' : null })}
      />
    </>
  );
}

/** The metrics that are not chosen, and the names of those without values. */
function OtherMetrics({ of: { snapshots }, chosen, whole }: { of: History; chosen: HistoryMetric[]; whole: Shown }) {
  const t = useTranslate();
  const isKnown = (name: HistoryMetric) => snapshots.some((one) => one[name] !== null);
  const others = historyMetrics.filter((name) => isKnown(name) && !chosen.includes(name));
  const unknown = historyMetrics.filter((name) => !isKnown(name));
  return (
    <Card title={t('domain.history.others')}>
      <div className="ui-grid-fill ui-gap-x-8" style={leastWidth(400)}>
        <SameAxis>
          {others.map((name) => (
            <MetricChart key={name} name={name} snapshots={snapshots} shown={whole} />
          ))}
        </SameAxis>
      </div>
      {unknown.length > 0 && (
        <p className="ui-quiet ui-small ui-regular">
          {t('domain.history.unknown', {
            metrics: unknown.map((name) => t(`domain.history.metrics.${name}`)).join(t('common.comma')),
          })}
        </p>
      )}
    </Card>
  );
}

/** How many snapshots are without the home page, and why. */
function FailedSnapshots({ of: { snapshots } }: { of: History }) {
  const t = useTranslate();
  const format = useFormat();
  const failed = snapshots.filter(({ site_status }) => isFailed(site_status));
  if (failed.length === 0) return null;
  const codes = new Set(failed.map(({ site_status }) => site_status!));
  const reasons = [...codes].map((code) => describeFailure({ code }, t)).join(t('common.comma'));
  return (
    <Banner tone="info" title={t('domain.history.failures', { count: failed.length })}>
      {t('domain.history.failures_hint', { reasons, date: format.date(failed[0]!.captured_at) })}
    </Banner>
  );
}
