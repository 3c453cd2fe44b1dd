import type { DomainAnswer } from '../../../../core/record/record.ts';
import type { DomainDetails, SiteState } from '../../../contract.ts';
import type { History } from '../api/api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import type { Loaded } from '../loading/use-load.ts';
import { describeAbsence, sourceOf } from '../sources/source-words.ts';
import { OldMark } from '../sources/source-notes.tsx';
import { Sparkline } from '../ui/charts/line-chart.tsx';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';
import { changeOfMetric, MetricLine } from './overview/metric-tile.tsx';
import { metricsOf } from './overview/metrics.ts';
import { useProblems } from './overview/problems.ts';
import { countKinds, healthChange } from './site/issue-categories.ts';
import { hrefOfTab } from './tabs.ts';

interface DomainNumbersProps {
  of: DomainDetails;
  record: DomainAnswer;
  history: Loaded<History>;
  /** `null`: nothing was answered yet. */
  site: SiteState | null;
}

/**
 * The most important numbers of a domain: the health of its site, the score of its home page, what visitors measured,
 * and its problems.
 */
export function DomainNumbers({ of: { domain, score_source }, record, history, site }: DomainNumbersProps) {
  const t = useTranslate();
  const format = useFormat();
  const { known } = metricsOf(record, history.data?.snapshots ?? []);
  const score = known.find(({ name }) => name === 'seo_score');
  const change = score && changeOfMetric(score);
  const assessment = record.performance.field?.assessment ?? null;
  const problems = useProblems(record, history.data);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="domain-numbers">
      <KeyNumbers>
        <Health domain={domain} of={site} />
        <KeyNumber
          label={t('domain.numbers.score')}
          info={t('domain.numbers.score_info')}
          value={score ? format.number(score.value) : '–'}
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
          value={assessment === null ? '–' : t(`domain.vitals.ratings.${assessment}`)}
          href={hrefOfTab(domain, 'vitals')}
          hint={
            record.performance.field
              ? t('domain.numbers.vitals_hint', { date: format.date(record.performance.field.period_end) })
              : sourceOf('performance.field', record.sources) && t('domain.numbers.no_vitals')
          }
        />
        <KeyNumber
          label={t('domain.numbers.problems')}
          value={format.number(problems.length)}
          href={hrefOfTab(domain, 'overview')}
          hint={t('domain.numbers.severities', { errors, warnings: problems.length - errors })}
        />
      </KeyNumbers>
    </div>
  );
}

/** The share of the site without errors in its audit, with the change since the complete crawl before, and the line of those. */
function Health({ domain, of }: { domain: string; of: SiteState | null }) {
  const t = useTranslate();
  const format = useFormat();
  const { health = null, finished_at = null, complete = true } = of?.audit ?? {};
  const { change, line } = of?.audit ? healthChange(of.audit) : { change: 0, line: [] };
  return (
    <KeyNumber
      label={t('domain.numbers.health')}
      info={t('domain.numbers.health_info')}
      value={health === null ? '–' : format.number(health)}
      href={hrefOfTab(domain, 'site')}
      {...(change !== 0 && { change: { by: change } })}
      hint={
        <>
          {line.length > 1 && (
            <Sparkline
              points={line}
              width={140}
              height={32}
              label={t('domain.numbers.health_line', { first: line[0]!.value, last: line.at(-1)!.value })}
            />
          )}
          {of !== null &&
            (finished_at === null
              ? t('domain.numbers.not_crawled')
              : t('domain.numbers.crawled', { date: format.date(finished_at) }))}
          {finished_at !== null && !complete && ` · ${t('domains.limited')}`}
          {of?.audit?.issues && of.audit.pages && (
            <div>
              {t('domain.numbers.site_issues', { ...countKinds(of.audit.issues), pages: of.audit.pages.total })}
            </div>
          )}
        </>
      }
    />
  );
}
