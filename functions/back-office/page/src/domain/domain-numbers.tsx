import type { DomainAnswer } from '../../../../core/record/record.ts';
import type { DomainDetails, SiteState } from '../../../contract.ts';
import type { History } from '../api/api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import type { Loaded } from '../loading/use-load.ts';
import { NOTHING } from '../shared/nothing.ts';
import { describeAbsence, sourceOf } from '../sources/source-words.ts';
import { OldMark } from '../sources/source-notes.tsx';
import { Gauge } from '../ui/charts/gauge.tsx';
import { SCORE_SPAN, Sparkline } from '../ui/charts/line-chart.tsx';
import { Hero } from '../ui/hero.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { Badge, Change, InfoTip, KeyNumber } from '../ui/values.tsx';
import { Missing } from '../ui/missing.tsx';
import { changeOfMetric, MetricLine } from './overview/metric-tile.tsx';
import { metricsOf } from './overview/metrics.ts';
import { useDomainIssues } from './overview/domain-issues.ts';
import { isNothingRead } from '../../../../core/site-reports/nothing-read.ts';
import { countKinds, healthChange } from './site/issue-categories.ts';
import { hrefOfTab } from './tabs.ts';
import { ratingTones } from './vitals/vitals.ts';

interface DomainNumbersProps {
  of: DomainDetails;
  record: DomainAnswer;
  history: Loaded<History>;
  /** `null`: nothing was answered yet. */
  site: SiteState | null;
}

/**
 * The most important numbers of a domain: the health of its site as the main one, the score of its home page, what
 * visitors measured, and its issues.
 */
export function DomainNumbers(props: DomainNumbersProps) {
  const { domain, score_source } = props.of;
  const { record } = props;
  const t = useTranslate();
  const format = useFormat();
  const { score, change, assessment, issues, errors } = useNumbers(props);
  return (
    <Hero
      title={t('domain.numbers.health')}
      info={<InfoTip label={t('domain.numbers.health')}>{t('domain.numbers.health_info')}</InfoTip>}
      gauge={<HealthLink domain={domain} of={props.site} size="medium" />}
      numbers={
        <>
          <KeyNumber
            label={t('domain.numbers.score')}
            info={t('domain.numbers.score_info')}
            value={
              score ? format.number(score.value) : <Missing reason={describeAbsence('seo_score', record.sources, t)} />
            }
            tone={scoreTone(score?.value ?? null)}
            href={hrefOfTab(domain, 'audits')}
            {...(change && { change })}
            hint={
              score ? (
                <>
                  <MetricLine of={score} />
                  <OldMark of={score_source} />
                </>
              ) : (
                describeAbsence('seo_score', record.sources, t)
              )
            }
          />
          <KeyNumber
            label={t('domain.numbers.vitals')}
            value={
              assessment === null ? (
                <Missing reason={t('domain.numbers.no_vitals')} />
              ) : (
                t(`domain.vitals.ratings.${assessment}`)
              )
            }
            tone={assessment === null ? 'none' : ratingTones[assessment]}
            href={hrefOfTab(domain, 'vitals')}
            hint={
              record.performance.field
                ? t('domain.numbers.vitals_hint', { date: format.date(record.performance.field.period_end) })
                : sourceOf('performance.field', record.sources) && t('domain.numbers.no_vitals')
            }
          />
          <KeyNumber
            label={t('domain.numbers.issues')}
            value={format.number(issues.length)}
            href={hrefOfTab(domain, 'overview')}
            hint={t('domain.numbers.severities', { errors, warnings: issues.length - errors })}
          />
        </>
      }
    >
      <HealthDetails of={props.site} />
    </Hero>
  );
}

/** The same numbers in one line, where the content of a tab matters more. */
export function DomainStrip(props: DomainNumbersProps) {
  const { domain, score_source } = props.of;
  const t = useTranslate();
  const format = useFormat();
  const { record } = props;
  const { score, change, assessment, issues } = useNumbers(props);
  const audit = props.site?.audit;
  return (
    <dl className="domain-strip ui-row ui-center ui-bare ui-small">
      <div>
        <dt>{t('domain.numbers.health')}</dt>
        <dd>
          <HealthLink domain={domain} of={props.site} size="small" />
          {audit?.finished_at != null && !audit.complete && <Badge tone="warn">{t('domains.limited')}</Badge>}
        </dd>
      </div>
      <div>
        <dt>{t('domain.numbers.score')}</dt>
        <dd>
          <a
            className={`ui-plain-link ui-strong ui-${scoreTone(score?.value ?? null)}`}
            href={hrefOfTab(domain, 'audits')}
          >
            {score ? format.number(score.value) : <Missing reason={describeAbsence('seo_score', record.sources, t)} />}
          </a>
          {change && <Change {...change} />}
          <OldMark of={score_source} />
        </dd>
      </div>
      <div>
        <dt>{t('domain.numbers.vitals')}</dt>
        <dd>
          <a
            className={`ui-plain-link ui-strong ui-${assessment === null ? 'none' : ratingTones[assessment]}`}
            href={hrefOfTab(domain, 'vitals')}
          >
            {assessment === null ? (
              <Missing reason={t('domain.numbers.no_vitals')} />
            ) : (
              t(`domain.vitals.ratings.${assessment}`)
            )}
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('domain.strip.issues')}</dt>
        <dd>
          <a className="ui-plain-link ui-strong" href={hrefOfTab(domain, 'overview')}>
            {format.number(issues.length)}
          </a>
        </dd>
      </div>
    </dl>
  );
}

function useNumbers({ record, history }: DomainNumbersProps) {
  const { known } = metricsOf(record, history.data?.snapshots ?? []);
  const score = known.find(({ name }) => name === 'seo_score');
  const issues = useDomainIssues(record, history.data);
  return {
    score,
    change: score && changeOfMetric(score),
    assessment: record.performance.field?.assessment ?? null,
    issues,
    errors: issues.filter(({ severity }) => severity === 'error').length,
  };
}

interface HealthProps {
  /** `null`: nothing was answered yet. */
  of: SiteState | null;
}

/** The share of the site without errors in its audit, which links to it. */
function HealthLink({ domain, of, size }: HealthProps & { domain: string; size: 'small' | 'medium' }) {
  const t = useTranslate();
  return (
    <a className="ui-gauge-link" href={hrefOfTab(domain, 'site')}>
      <Gauge
        size={size}
        label={t('domain.numbers.health')}
        value={of?.audit?.health ?? null}
        unit="percent"
        unknown={of === null ? NOTHING : t(of.audit?.finished_at == null ? 'ui.not_crawled' : 'ui.missing')}
      />
    </a>
  );
}

/** The change of the health since the complete crawl before, the line of those, and what the crawl has found. */
function HealthDetails({ of }: HealthProps) {
  const t = useTranslate();
  const format = useFormat();
  if (of === null) return null;
  const { audit } = of;
  if (audit === null || audit.finished_at === null)
    return <span className="ui-quiet">{t('domain.numbers.not_crawled')}</span>;
  const { change, line } = healthChange(audit);
  return (
    <>
      {(change !== 0 || line.length > 1) && (
        <span className="ui-line ui-center ui-gap-2">
          {change !== 0 && <Change by={change} />}
          {line.length > 1 && (
            <Sparkline
              points={line}
              leastSpan={SCORE_SPAN}
              label={t('domain.numbers.health_line', { first: line[0]!.value, last: line.at(-1)!.value })}
            />
          )}
        </span>
      )}
      <span className="ui-quiet">
        {t('domain.numbers.crawled', { date: format.date(audit.finished_at) })}
        {!audit.complete && ` · ${t('domains.limited')}`}
      </span>
      <span className="ui-quiet">
        {isNothingRead(audit)
          ? t('site.nothing_read')
          : t('domain.numbers.site_issues', { ...countKinds(audit.issues ?? []), pages: audit.pages?.total ?? 0 })}
      </span>
    </>
  );
}
