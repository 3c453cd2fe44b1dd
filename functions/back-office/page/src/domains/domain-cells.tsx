import { useFormat, useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { InfoTip } from '../ui/tooltip.tsx';
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
    <div className="domains-name">
      <a className="domains-link" href={hrefOf({ view: 'domain', domain })}>
        {domain_unicode}
      </a>
      {hasBadges && (
        <span className="domains-badges">
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
      <span className="domains-tag">{tag}</span>
    </Badge>
  ));
}

/** The health of a site, and the numbers of issues (kinds), in its last crawl. */
export function SiteCell({ domain, of }: { domain: string; of: NonNullable<PortfolioRow['site']> }) {
  const t = useTranslate();
  const { health, errors, warnings } = of;
  return (
    <a className="domains-issues" href={hrefOf({ view: 'domain', domain, tab: 'site.issues' })}>
      {health !== null && (
        <span className="domains-issues__health">
          <span aria-hidden="true">{t('domains.health_value', { value: health })}</span>
          <span className="visually-hidden">{t('domains.health', { value: health })}</span>
        </span>
      )}
      {errors > 0 && <Count icon="error" of={errors} text={t('domains.errors', { count: errors })} />}
      {warnings > 0 && <Count icon="warning" of={warnings} text={t('domains.warnings', { count: warnings })} />}
      {errors + warnings === 0 && <Count icon="success" of={0} text={t('domains.issues_none')} />}
    </a>
  );
}

/** A number whose icon shows what is counted. @param text the same in words, for assistive technology */
function Count({ icon, of, text }: { icon: 'error' | 'warning' | 'success'; of: number; text: string }) {
  const format = useFormat();
  return (
    <span className={`domains-issues__count domains-issues__count--${icon}`}>
      <Icon name={icon} size={14} />
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
  if (!next) return null;
  const all = expiriesOf(of).map((expiry) => t(`domains.expires.${expiry.of}_on`, { date: format.date(expiry.time) }));
  return (
    <span className={toneOf(next.isSoon ? next.days : null)} title={all.join(' · ')}>
      {next.isSoon ? (
        t(`domains.expires.${next.of}`, daysLeft(next.days))
      ) : (
        <>
          {format.date(next.time)} <span className="domains-date__of">{t(`domains.expires.kind_${next.of}`)}</span>
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
  if (!expiry) return null;
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
  if (days === null) return 'domains-date';
  return days < 0 ? 'domains-date domains-date--bad' : 'domains-date domains-date--warn';
}

/** When a domain was fetched, and whether sources failed then. */
export function UpdatedCell({ of: { domain, domain_unicode, updated_at, failed_sources } }: CellProps) {
  const t = useTranslate();
  if (updated_at === null) return <span className="domains-quiet">{t('domains.not_fetched')}</span>;
  return (
    <span className="domains-updated">
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
