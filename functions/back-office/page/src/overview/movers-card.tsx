import { useApi } from '../api/use-api.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { type AuditChange, ScoreReasons } from '../shared/score-reasons.tsx';
import { Card } from '../ui/layout.tsx';
import { Change } from '../ui/values.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Link } from '../ui/link.tsx';
import type { Mover, Period } from './scores.ts';

const MAX_SHOWN = 8;

/** The domains whose scores have changed most, each with the audits that changed. */
export function MoversCard({ movers, period }: { movers: Mover[]; period: Period }) {
  const api = useApi();
  const t = useTranslate();
  const shown = movers.slice(0, MAX_SHOWN);
  const domains = shown.map(({ row }) => row.domain).join(',');
  const since = shown.map(({ before }) => before.date).join(',');
  const { data } = useLoad(
    async (signal) => (domains ? (await api.scoreReasons({ domains, since }, signal)).domains : []),
    [api, domains, since],
  );
  const reasons = new Map(data?.map(({ domain, change }) => [domain, change?.audits ?? null]));
  const query = `where=score_change!=0&sort=change&period=${period}d`;
  return (
    <Card
      title={t('overview.movers')}
      description={t('overview.movers_hint')}
      actions={movers.length > 0 && <Link href={hrefOf({ view: 'domains', query })}>{t('overview.all_movers')}</Link>}
    >
      {shown.length === 0 ? (
        <EmptyState icon="compare" title={t('overview.none_moved')} />
      ) : (
        <ul className="overview-movers">
          {shown.map((mover) => (
            <MoverItem key={mover.row.domain} of={mover} audits={reasons.get(mover.row.domain)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** @param audits `undefined` while they are loaded; `null`: unknown */
function MoverItem({ of: { row, before, change }, audits }: { of: Mover; audits: AuditChange[] | null | undefined }) {
  const format = useFormat();
  return (
    <li className="overview-mover">
      <div className="overview-mover__head">
        <Link href={hrefOf({ view: 'domain', domain: row.domain })}>{row.domain_unicode}</Link>
        <span className="overview-mover__scores">
          <span className="overview-quiet">
            {format.number(before.value)} → {format.number(before.value + change)}
          </span>
          <Change
            amount={format.number(Math.abs(change))}
            direction={change > 0 ? 'up' : 'down'}
            isBetter={change > 0}
          />
        </span>
      </div>
      <ScoreReasons audits={audits} isBetter={change > 0} />
    </li>
  );
}
