import type { DomainRow, Overview, TopIssues } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { NOTHING } from '../shared/nothing.ts';
import { Gauge } from '../ui/charts/gauge.tsx';
import { Hero } from '../ui/hero.tsx';
import { Link } from '../ui/link.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { useIsNarrow } from '../ui/shown-rows.ts';
import { Change, InfoTip, KeyNumber } from '../ui/values.tsx';
import { meanHealth, meanScore, type Period } from './scores.ts';

interface OverviewHeroProps {
  rows: DomainRow[];
  /** Whether all domains are loaded. */
  isWhole: boolean;
  period: Period;
  /** `null` until they are loaded. */
  overview: Overview | null;
  issues: TopIssues | null;
}

/** The mean health of all crawled sites, and the most important numbers of the workspace. */
export function OverviewHero({ rows, isWhole, period, overview, issues }: OverviewHeroProps) {
  const t = useTranslate();
  const format = useFormat();
  const isNarrow = useIsNarrow();
  const health = meanHealth(rows);
  const scores = meanScore(rows, period);
  const scoreChange = rounded(scores.change ?? 0);
  // Without a crawl, the number is not known.
  const errorPages =
    issues && issues.sites > 0
      ? issues.issues.reduce((sum, { pages, severity }) => sum + (severity === 'error' ? pages : 0), 0)
      : null;
  return (
    <Hero
      title={t('overview.health')}
      info={<InfoTip label={t('overview.health')}>{t('overview.health_info')}</InfoTip>}
      gauge={
        <Gauge
          size={isNarrow ? 'medium' : 'large'}
          label={t('overview.health')}
          value={health.mean}
          unit="percent"
          unknown={t('ui.not_crawled')}
        />
      }
      numbers={
        <>
          <KeyNumber
            label={t('overview.mean')}
            value={scores.mean === null ? NOTHING : format.number(rounded(scores.mean))}
            tone={scoreTone(scores.mean)}
            hint={t('overview.compared', { count: scores.compared })}
            {...(scoreChange !== 0 && { change: { by: scoreChange } })}
          />
          <KeyNumber
            label={t('overview.error_pages')}
            value={errorPages === null ? NOTHING : format.number(errorPages)}
            href={hrefOf({ view: 'issues', query: 'severity=error' })}
            hint={issues && t('overview.crawled_count', { count: issues.sites })}
          />
          <KeyNumber
            label={t('overview.domains')}
            value={format.number(rows.length) + (isWhole ? '' : '+')}
            href={hrefOf({ view: 'domains' })}
            hint={overview && t('overview.followed_count', { count: overview.queue.followed })}
          />
        </>
      }
    >
      <span className="ui-quiet">{t('overview.health_of', { count: health.sites, all: rows.length })}</span>
      <HealthChange of={health} />
      {health.sites > 1 && (
        <Link href={hrefOf({ view: 'domains', query: 'sort=site' })}>{t('overview.lowest_health')}</Link>
      )}
    </Hero>
  );
}

/** How the mean has changed since the crawls before; nothing where no site was crawled twice. */
function HealthChange({ of: { change, compared } }: { of: ReturnType<typeof meanHealth> }) {
  const t = useTranslate();
  if (change === null) return null;
  const by = rounded(change);
  return (
    <span className="ui-quiet">
      {by === 0 ? t('site.unchanged') : <Change by={by} />} {t('overview.health_compared', { count: compared })}
    </span>
  );
}

const rounded = (value: number) => Math.round(value * 10) / 10;
