import { dayOf } from '../../../../core/platform/time/day.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { type Before, changeOf } from '../shared/before.ts';
import { isRealMove } from '../shared/real-moves.ts';
import { Gauge } from '../ui/charts/gauge.tsx';
import { SCORE_SPAN, Sparkline } from '../ui/charts/line-chart.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Missing } from '../ui/missing.tsx';
import { Score } from '../ui/score.tsx';
import { Badge, Change, InfoTip, RelativeTime } from '../ui/values.tsx';
import { expiriesOf, nextExpiry, type PortfolioRow } from './portfolio-row.ts';

interface CellProps {
  of: PortfolioRow;
}

/** The name of a domain, with its state and its tags. */
export function DomainCell({ of, withTags }: CellProps & { withTags: boolean }) {
  const t = useTranslate();
  const { domain, domain_unicode, followed, blocked, excluded, tags } = of;
  const hasBadges = followed || blocked || excluded || (withTags && tags.length > 0);
  return (
    <div className="domains-name ui-column ui-top">
      <a className="domains-link ui-plain-link ui-anywhere" href={hrefOf({ view: 'domain', domain })}>
        {domain_unicode}
      </a>
      {hasBadges && (
        <span className="ui-row ui-gap-1">
          {blocked && <Badge tone="bad">{t('domains.states.blocked')}</Badge>}
          {excluded && <Badge tone="warn">{t('domains.states.excluded')}</Badge>}
          {followed && <Badge tone="accent">{t('domains.states.followed')}</Badge>}
          {withTags && <Tags of={tags} />}
        </span>
      )}
    </div>
  );
}

/** The tags of a domain, each a badge. */
export function Tags({ of }: { of: readonly string[] }) {
  return of.map((tag) => (
    <Badge key={tag}>
      <span className="domains-tag ui-ellipsis">{tag}</span>
    </Badge>
  ));
}

/** The health of a site, and the numbers of issues (kinds), in its audit, which is marked if it is not complete. */
export function SiteCell({ domain, of }: { domain: string; of: NonNullable<PortfolioRow['site']> }) {
  const t = useTranslate();
  const { complete, health, errors, warnings } = of;
  return (
    <a
      className="domains-issues ui-inline ui-center ui-gap-2"
      href={hrefOf({ view: 'domain', domain, tab: 'site.issues' })}
    >
      <span className="domains-issues__health ui-inline">
        <Gauge size="small" label={t('domain.numbers.health')} value={health} unit="percent" />
      </span>
      {errors > 0 && <Count icon="error" of={errors} text={t('domains.errors', { count: errors })} />}
      {warnings > 0 && <Count icon="warning" of={warnings} text={t('domains.warnings', { count: warnings })} />}
      {health !== null && errors + warnings === 0 && <Count icon="success" of={0} text={t('domains.issues_none')} />}
      {!complete && <Badge tone="warn">{t('domains.limited')}</Badge>}
    </a>
  );
}

const COUNT_TONES = { error: 'bad', warning: 'warn', success: 'good' } as const;

/** A number whose icon shows what is counted. @param text the same in words, for assistive technology */
function Count({ icon, of, text }: { icon: 'error' | 'warning' | 'success'; of: number; text: string }) {
  const format = useFormat();
  return (
    <span className="ui-anchor ui-inline ui-center ui-gap-1">
      <Icon name={icon} size={14} tone={COUNT_TONES[icon]} />
      <span aria-hidden="true">{format.number(of)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** When the certificate or the registration expires, whichever needs attention first, and which of both it is. */
export function ExpiryCell({ of }: CellProps) {
  const t = useTranslate();
  const format = useFormat();
  const next = nextExpiry(of);
  if (!next) return <Missing />;
  const all = expiriesOf(of).map((expiry) => t(`domains.expires.${expiry.of}_on`, { date: format.date(expiry.time) }));
  return (
    <span className={`domains-expiry ui-block ${toneOf(next.isSoon ? next.days : null)}`} title={all.join(' · ')}>
      {next.isSoon ? (
        t(`domains.expires.${next.of}`, daysLeft(next.days))
      ) : (
        <>
          {format.date(next.time)}{' '}
          <span className="ui-block ui-smaller ui-quiet">{t(`domains.expires.kind_${next.of}`)}</span>
        </>
      )}
    </span>
  );
}

/** When one of both expires. */
export function OneExpiryCell({ of, kind }: CellProps & { kind: 'certificate' | 'registration' }) {
  const t = useTranslate();
  const format = useFormat();
  const expiry = expiriesOf(of).find((one) => one.of === kind);
  if (!expiry) return <Missing />;
  const { isSoon, days, time } = expiry;
  return (
    <span className={toneOf(isSoon ? days : null)} title={format.date(time)}>
      {isSoon ? t('domains.expires.days', daysLeft(days)) : format.date(time)}
    </span>
  );
}

/** Values of the messages about days that are left. */
const daysLeft = (days: number) => ({ days: Math.abs(days), expired: String(days < 0) });

/** @param days that are left, where they are few */
function toneOf(days: number | null): string {
  if (days === null) return '';
  return days < 0 ? 'ui-bad ui-medium' : 'ui-warn ui-medium';
}

/** When a domain was fetched, and whether sources failed then. */
export function UpdatedCell({ of: { domain, domain_unicode, updated_at, failed_sources } }: CellProps) {
  const t = useTranslate();
  if (updated_at === null) return <span className="ui-quiet">{t('domains.not_fetched')}</span>;
  return (
    <span className="ui-inline ui-center ui-gap-1">
      <RelativeTime time={updated_at} />
      {failed_sources !== null && failed_sources > 0 && (
        <InfoTip isWarning label={t('domains.failed_of', { domain: domain_unicode })}>
          {t('domains.failed_sources', { count: failed_sources })}{' '}
          <Link href={hrefOf({ view: 'domain', domain, tab: 'sources' })}>{t('domains.show_sources')}</Link>
        </InfoTip>
      )}
    </span>
  );
}

/** The score of a domain. An icon explains why there is none, or why it is older than the other values. */
export function ScoreCell({ of }: CellProps) {
  const t = useTranslate();
  const format = useFormat();
  const { domain_unicode: domain, updated_at, seo_score: score, score_of, score_error } = of;
  const reason = score_error === null ? null : describeFailure({ code: score_error }, t);
  const notes = [
    score_of !== null && t('domains.score_of', { date: format.time(score_of) }),
    reason !== null && t('domains.page_failed', { reason }),
  ].filter((note) => note !== false);
  const isExplained = updated_at !== null && notes.length > 0;
  if (score === null && !isExplained) return <Missing />;
  return (
    <span className="ui-inline ui-center ui-gap-1">
      {score !== null && <Score value={score} />}
      {isExplained && (
        <InfoTip isWarning label={t('domains.score_label', { domain })}>
          {notes.join(' ')}
        </InfoTip>
      )}
    </span>
  );
}

/** By how much a metric has changed since the beginning of the period. Small changes of a rank are not judged. */
export function ChangeCell({ of, now, before, isLessBetter = false }: ChangedMetric) {
  const t = useTranslate();
  const format = useFormat();
  if (before === null || now === null) return <Missing reason={t('domains.no_earlier')} />;
  const change = changeOf(now, before);
  const title = t('domains.before', { value: format.number(before.value), date: format.date(before.date) });
  return (
    <span title={title}>
      {change ? (
        <Change by={change} isBetter={isRealMove(of, before.value, now) ? change > 0 !== isLessBetter : null} />
      ) : (
        <span className="ui-quiet">0</span>
      )}
    </span>
  );
}

interface ChangedMetric {
  of: 'seo_score' | 'tranco_rank';
  now: number | null;
  before: Before | null;
  /** Such as of a rank. */
  isLessBetter?: boolean;
}

/** The rank of a domain, with its change. */
export function RankCell({ of: { tranco_rank: rank, rank_before } }: CellProps) {
  const format = useFormat();
  if (rank === null) return <Missing />;
  return (
    <span className="ui-inline ui-center ui-gap-2">
      {format.number(rank)}
      {changeOf(rank, rank_before) ? (
        <ChangeCell of="tranco_rank" now={rank} before={rank_before} isLessBetter />
      ) : null}
    </span>
  );
}

/** The score of a domain over three months, as a small line. */
export function TrendCell({ of: { past, seo_score, updated_at } }: CellProps) {
  const t = useTranslate();
  const format = useFormat();
  const known = (past ?? []).flatMap(([date, value]) => (value === null ? [] : [{ at: Date.parse(date), value }]));
  const first = known[0];
  if (!first || seo_score === null || updated_at === null) return <Missing reason={t('domains.no_earlier')} />;
  const points = [...known, { at: Date.parse(updated_at), value: seo_score }];
  return (
    <Sparkline
      points={points}
      leastSpan={SCORE_SPAN}
      label={t('domains.trend', {
        then: format.number(first.value),
        date: format.date(dayOf(first.at)),
        now: format.number(seo_score),
      })}
    />
  );
}
