import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { NotUpdated, ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { metricValue } from '../../shared/metric-value.ts';
import { describeAbsence, sourceOf } from '../../sources/source-words.ts';
import { SourceNote } from '../../sources/source-notes.tsx';
import { Badge } from '../../ui/values.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Card, leastWidth, Stack } from '../../ui/layout.tsx';
import { SameAxis } from '../../ui/charts/frame.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { type Point, seriesOf } from '../history/series.ts';
import { type Rating, ratingOf, ratingTones, type VitalName, vitalNames, vitalThresholds, weekly } from './vitals.ts';
import './vitals.css';

type Field = NonNullable<DomainAnswer['performance']['field']>;
type Metrics = NonNullable<Field['desktop']>;

/** As many as the Chrome UX Report keeps. */
const WEEKS = '40w';

/** What visitors measured: as it is now, and week by week, with the thresholds of each metric. */
export default function VitalsTab({ record }: { record: DomainAnswer }) {
  const t = useTranslate();
  const history = useLoad(['history', record.domain, WEEKS], { isQuiet: true });
  const { field } = record.performance;
  return (
    <Stack>
      {field ? (
        <NowCard of={field}>
          <SourceNote of={sourceOf('performance.field', record.sources)} />
        </NowCard>
      ) : (
        <Card title={t('domain.vitals.now')}>
          <EmptyState icon="info" title={t('domain.vitals.unknown')}>
            {describeAbsence('performance.field', record.sources, t)}
          </EmptyState>
        </Card>
      )}
      <Card title={t('domain.vitals.title')} description={t('domain.vitals.hint')}>
        <NotUpdated of={history} />
        <ShowLoaded of={history}>
          {({ snapshots, from, to }) => {
            const metrics = vitalNames.map((name) => ({
              name,
              points: weekly(seriesOf(snapshots, name).lines.flat()),
            }));
            const known = metrics.filter(({ points }) => points.length > 0);
            if (known.length === 0) return <EmptyState icon="compare" title={t('domain.vitals.no_weeks')} />;
            return (
              <div className="ui-grid-fill ui-gap-6 ui-gap-x-8" style={leastWidth(400)}>
                <SameAxis>
                  {known.map(({ name, points }) => (
                    <VitalChart key={name} name={name} points={points} from={from} to={to} />
                  ))}
                </SameAxis>
              </div>
            );
          }}
        </ShowLoaded>
      </Card>
    </Stack>
  );
}

/** The metrics of the last 28 days on phones, each with its rating, and beside it that on desktop computers. */
function NowCard({ of, children }: { of: Field; children: React.ReactNode }) {
  const t = useTranslate();
  const format = useFormat();
  const { desktop } = of;
  return (
    <Card
      title={t('domain.vitals.now')}
      description={t('domain.vitals.period', { from: format.date(of.period_start), to: format.date(of.period_end) })}
    >
      <dl className="vitals-verdicts ui-row ui-gap-2 ui-gap-x-8">
        <Verdict label={t('domain.vitals.phone')} of={of.assessment} />
        <Verdict label={t('domain.vitals.desktop')} of={desktop?.assessment ?? null} />
      </dl>
      <ul className="ui-grid-fill ui-gap-5 ui-gap-x-8 ui-list" style={leastWidth(230)}>
        {vitalNames.map((name) => (
          <VitalTile key={name} name={name} phone={of} desktop={desktop} />
        ))}
      </ul>
      {desktop === null && <p className="ui-quiet ui-small ui-regular">{t('domain.vitals.no_desktop')}</p>}
      {children}
    </Card>
  );
}

function Verdict({ label, of }: { label: string; of: Rating | null }) {
  const t = useTranslate();
  return (
    <div className="ui-line ui-center ui-gap-2">
      <dt>{label}</dt>
      <dd>{of === null ? <Missing /> : <Badge tone={ratingTones[of]}>{t(`domain.vitals.ratings.${of}`)}</Badge>}</dd>
    </div>
  );
}

interface VitalTileProps {
  name: VitalName;
  phone: Metrics;
  desktop: Metrics | null;
}

/** A metric with its rating and its place between good and poor. */
function VitalTile({ name, phone, desktop }: VitalTileProps) {
  const t = useTranslate();
  const written = useWritten(name);
  const value = phone[name];
  const onDesktop = desktop?.[name] ?? null;
  const { good, poor } = vitalThresholds[name];
  // The bar ends as far above “poor” as “poor” is above “good”.
  const end = 2 * poor - good;
  return (
    <li aria-label={t(`domain.vitals.names.${name}`)}>
      <div className="ui-quiet ui-small">{t(`domain.vitals.names.${name}`)}</div>
      {value === null ? (
        <div className="vitals-tile__value ui-row ui-center ui-digits">
          <Missing />
        </div>
      ) : (
        <>
          <div className="vitals-tile__value ui-row ui-center ui-digits">
            <b>{written(value)}</b>
            <Badge tone={ratingTones[ratingOf(name, value)]}>
              {t(`domain.vitals.ratings.${ratingOf(name, value)}`)}
            </Badge>
          </div>
          <svg className="vitals-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect fill="var(--good)" x="0" width={(100 * good) / end} height="4" y="2" />
            <rect fill="var(--warn)" x={(100 * good) / end} width={(100 * (poor - good)) / end} height="4" y="2" />
            <rect fill="var(--bad)" x={(100 * poor) / end} width={100 - (100 * poor) / end} height="4" y="2" />
            <rect fill="var(--text)" x={Math.min(98.5, (100 * value) / end)} width="1.5" height="8" />
          </svg>
        </>
      )}
      <div className="ui-quiet ui-small ui-regular">
        {onDesktop !== null &&
          t('domain.vitals.on_desktop', {
            value: written(onDesktop),
            rating: t(`domain.vitals.ratings.${ratingOf(name, onDesktop)}`),
          })}
      </div>
    </li>
  );
}

interface VitalChartProps {
  name: VitalName;
  /** Oldest first. */
  points: Point[];
  from: string;
  to: string;
}

/** A metric of visitors over the weeks, with the values up to which it is good and above which it is poor. */
function VitalChart({ name, points, from, to }: VitalChartProps) {
  const t = useTranslate();
  const format = useFormat();
  const written = useWritten(name);
  const title = t(`domain.vitals.names.${name}`);
  const { good, poor } = vitalThresholds[name];
  const greatest = Math.max(...points.map(({ y }) => y));
  const limits = [
    { value: good, label: t('domain.vitals.good', { value: written(good) }), tone: 'good' as const },
    { value: poor, label: t('domain.vitals.poor', { value: written(poor) }), tone: 'bad' as const },
  ];
  const isGood = points.filter(({ y }) => y <= good).length;
  return (
    <section className="vitals-chart ui-shrink" aria-label={title}>
      <h3 className="ui-tight-head">{title}</h3>
      <p className="ui-quiet ui-small ui-regular">
        {[
          ...limits.map(({ label }) => label),
          t('domain.vitals.weeks', { good: format.number(isGood), all: format.number(points.length) }),
        ].join(' · ')}
      </p>
      <LineChart
        label={t('domain.vitals.chart', {
          name: title,
          count: points.length,
          first: written(points[0]!.y),
          last: written(points.at(-1)!.y),
        })}
        series={[{ name: title, points: points.map(({ time, y }) => ({ at: Date.parse(time), value: y })) }]}
        formatValue={written}
        formatTime={(at) => format.axisTime(at)}
        formatPoint={(at) => format.date(new Date(at).toISOString())}
        height={190}
        isArea
        span={{ least: Date.parse(from), most: Date.parse(to) }}
        // The poor values are shown only if the metric comes near them.
        limits={greatest > good ? limits : limits.slice(0, 1)}
      />
    </section>
  );
}

/** Writes the values of a metric with their unit. */
function useWritten(name: VitalName) {
  const t = useTranslate();
  const format = useFormat();
  return (value: number) => metricValue(name, value, format, t);
}
