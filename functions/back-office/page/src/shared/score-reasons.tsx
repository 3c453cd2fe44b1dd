import type { ScoreReasons as Reasons } from '../../../contract.ts';
import { useAuditTexts } from '../language/audit-texts.ts';
import { useTranslate } from '../language/use-language.ts';
import { Link } from '../ui/link.tsx';

const MAX_SHOWN = 3;

export type AuditChange = NonNullable<NonNullable<Reasons['domains'][number]['change']>['audits']>[number];

interface ScoreReasonsProps {
  /** `undefined` while they are loaded; `null`: unknown. */
  audits: AuditChange[] | null | undefined;
  /** The score is higher than before. */
  isBetter: boolean;
  /** Address of an audit that fails. */
  hrefOf?: (audit: string) => string;
}

/** The audits that changed together with a score; those that explain the direction of its change first. */
export function ScoreReasons({ audits, isBetter, hrefOf }: ScoreReasonsProps) {
  const t = useTranslate();
  const texts = useAuditTexts();
  if (audits === undefined) return null;
  if (audits === null || audits.length === 0)
    return <p className="score-reasons ui-list ui-quiet ui-small">{t('overview.no_reasons')}</p>;
  const isFixed = ({ to }: AuditChange) => to === null;
  const sorted = audits.toSorted(
    (one, other) => Number(isFixed(other) === isBetter) - Number(isFixed(one) === isBetter),
  );
  const describe = ({ id, from, to }: AuditChange) => {
    const { failed = id, passed = id } = texts[id] ?? {};
    if (to === null) return t('overview.reason_fixed', { audit: passed });
    if (from !== null) return t('overview.reason_items', { audit: failed, from, to });
    return to > 0 ? t('overview.reason_found', { audit: failed, count: to }) : failed;
  };
  return (
    <ul className="score-reasons ui-list ui-quiet ui-small">
      {sorted.slice(0, MAX_SHOWN).map((audit) => (
        <li key={audit.id}>
          {hrefOf && !isFixed(audit) ? <Link href={hrefOf(audit.id)}>{describe(audit)}</Link> : describe(audit)}
        </li>
      ))}
      {sorted.length > MAX_SHOWN && <li>{t('overview.more', { count: sorted.length - MAX_SHOWN })}</li>}
    </ul>
  );
}
