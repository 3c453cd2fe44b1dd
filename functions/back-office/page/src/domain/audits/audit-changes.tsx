import type { ScoreReasons } from '../../../../contract.ts';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useQuery } from '../../routing/use-route.ts';
import { Card } from '../../ui/layout.tsx';
import { Change } from '../../ui/values.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { auditTextsIn } from '../../language/audit-texts.ts';

type ScoreChange = NonNullable<ScoreReasons['domains'][number]['change']>;
type AuditChange = NonNullable<ScoreChange['audits']>[number];

/** The audits that differ from the snapshot before. @param updatedAt ISO 8601 time of the last fetch */
export function AuditChanges({ domain, updatedAt }: { domain: string; updatedAt: string }) {
  const t = useTranslate();
  // A score of the same day is that of the last fetch.
  const since = new Date(Date.parse(updatedAt) - DAY_MS).toISOString().slice(0, 10);
  const reasons = useLoad(['scoreReasons', { domains: domain, since }], { version: updatedAt });
  return (
    <Card title={t('audits.changes.title')} description={t('audits.changes.hint')}>
      <ShowLoaded of={reasons} skeleton={<Skeleton height={48} />}>
        {({ domains: [found] }) => {
          if (found?.change) return <Changes of={found.change} />;
          return found && <p className="ui-quiet ui-small ui-regular">{t('audits.changes.none_before')}</p>;
        }}
      </ShowLoaded>
    </Card>
  );
}

function Changes({ of: { from, to, audits } }: { of: ScoreChange }) {
  const t = useTranslate();
  return (
    <>
      <p className="audit-change__score ui-row ui-baseline ui-gap-2 ui-strong">
        {t(from === to ? 'audits.changes.same_score' : 'audits.changes.score', { from, to })}{' '}
        {from !== to && <Change by={to - from} />}
      </p>
      {audits === null && <p className="ui-quiet ui-small ui-regular">{t('overview.no_reasons')}</p>}
      {audits?.length === 0 && <p className="ui-quiet ui-small ui-regular">{t('audits.changes.no_audits')}</p>}
      {audits && audits.length > 0 && (
        <ul className="ui-list ui-column ui-gap-2">
          {audits.map((one) => (
            <ChangedAudit key={one.id} of={one} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Numbers of items before and after; without a number, the audit did not fail. */
function ChangedAudit({ of: { id, from, to } }: { of: AuditChange }) {
  const t = useTranslate();
  const { hrefWith } = useQuery();
  const { failed = id, passed = id } = auditTextsIn(t)[id] ?? {};
  const isBetter = to === null || (from !== null && to < from);
  const describe = () => {
    if (to === null) return t('overview.reason_fixed', { audit: passed });
    if (from !== null) return t('overview.reason_items', { audit: failed, from, to });
    return to > 0 ? t('overview.reason_found', { audit: failed, count: to }) : failed;
  };
  return (
    <li className="audit-title ui-inline ui-top ui-gap-2">
      <Icon name={isBetter ? 'success' : 'error'} tone={isBetter ? 'good' : 'bad'} />
      <Link href={hrefWith({ audit: id, show: null })}>{describe()}</Link>
      <span className="visually-hidden">{t(isBetter ? 'ui.better' : 'ui.worse')}</span>
    </li>
  );
}
