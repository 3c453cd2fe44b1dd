import type { ReportedPage } from '../../../contract.ts';
import type { Audit } from '../../../../core/record/record.ts';
import { FoundIssues } from '../domain/audits/found-issues.tsx';
import { heaviestFirst, ICONS, pointsOf } from '../domain/audits/audit-results.ts';
import { type AuditResult, explanationOf, otherIssues, useAuditTexts } from '../language/audit-texts.ts';
import { useTranslate } from '../language/use-language.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { Card } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';

/** Elements of an audit that are named. */
const NAMED = 3;

interface ReportedAuditsProps {
  of: ReportedPage;
  audit: Audit;
  /** The site was not crawled, or not read: issues of the home page are in no other list. */
  isAlone: boolean;
}

/** The audits of the home page: those that failed with how to fix them, and the names of the others. */
export function ReportedAudits({ of, audit: { audits }, isAlone }: ReportedAuditsProps) {
  const t = useTranslate();
  const texts = useAuditTexts();
  const failed = heaviestFirst(audits, 'fail');
  return (
    <div className="report__audits ui-stack">
      <Card title={t('report.home_page')} isFlush={failed.length > 0}>
        {failed.length === 0 ? (
          <p className="ui-bare ui-good">{t('audits.nothing_failed')}</p>
        ) : (
          <Table
            label={t('audits.statuses.fail')}
            rows={failed}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'audit',
                header: t('report.audit'),
                cell: (result) => (
                  <>
                    {texts[result.id]?.failed ?? result.title}
                    <div className="ui-quiet ui-small ui-regular">
                      {texts[result.id]?.fix ?? explanationOf(result, t)}
                    </div>
                  </>
                ),
              },
              {
                id: 'points',
                header: t('report.points'),
                cell: (result) => (
                  <span className="ui-nowrap">{t('audits.points', { points: pointsOf(result, audits) })}</span>
                ),
              },
              { id: 'elements', header: t('report.found'), cell: (result) => <Elements of={result} /> },
            ]}
          />
        )}
        {(['pass', 'not_applicable'] as const).map((status) => (
          <Others key={status} status={status} of={heaviestFirst(audits, status)} />
        ))}
      </Card>
      {isAlone && <FoundIssues rows={otherIssues(of, texts)} />}
    </div>
  );
}

function Elements({ of }: { of: AuditResult }) {
  const t = useTranslate();
  const texts = of.items.flatMap(({ element, url, reason }) => element ?? url ?? reason ?? []);
  const named = [...new Set(texts)].slice(0, NAMED);
  if (named.length === 0) return explanationOf(of, t);
  return (
    <ul className="ui-list ui-small ui-anywhere">
      {named.map((text) => (
        <li key={text}>
          <SiteText>{text}</SiteText>
        </li>
      ))}
      {of.items_total > named.length && (
        <li className="ui-quiet">{t('report.more_found', { count: of.items_total - named.length })}</li>
      )}
    </ul>
  );
}

function Others({ status, of }: { status: 'pass' | 'not_applicable'; of: readonly AuditResult[] }) {
  const t = useTranslate();
  const texts = useAuditTexts();
  if (of.length === 0) return null;
  return (
    <section className="report__others">
      <h3 className="ui-tight-head">
        {t('audits.group', { title: t(`audits.statuses.${status}`), count: of.length })}
      </h3>
      <ul className="ui-list ui-small">
        {of.map(({ id, title }) => (
          <li key={id} className="ui-text-icon">
            <Icon name={ICONS[status]} tone={status === 'pass' ? 'good' : 'neutral'} size={14} />{' '}
            {texts[id]?.passed ?? title}
          </li>
        ))}
      </ul>
    </section>
  );
}
