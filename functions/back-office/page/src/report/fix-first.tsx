import type { ReportedPage, ReportedSite } from '../../../contract.ts';
import { heaviestFirst, pointsOf } from '../domain/audits/audit-results.ts';
import { isNothingRead } from '../../../../core/site-reports/nothing-read.ts';
import { explanationOf, useAuditTexts } from '../language/audit-texts.ts';
import { issueWords, useIssueTexts } from '../language/issue-texts.ts';
import { useTranslate } from '../language/use-language.ts';
import { Card } from '../ui/layout.tsx';

/** The number of issues that the report begins with. */
const FIRST = 3;

interface Fix {
  id: string;
  title: string;
  /** How much of the site or of the score it concerns. */
  extent: string;
  /** Why it matters. */
  impact: string | null;
  how: string | null;
}

interface FixFirstProps {
  site: ReportedSite | null;
  page: ReportedPage | null;
}

/** The three issues that matter most, each with why and how, in the order of the site audit; else those of the home page. */
export function FixFirst({ site, page }: FixFirstProps) {
  const t = useTranslate();
  const ofSite = useSiteFixes(site);
  const ofPage = usePageFixes(page);
  const fixes = ofSite ?? ofPage;
  if (fixes === null) return null;
  return (
    <Card title={t('report.fix_first')}>
      {fixes.length === 0 ? (
        <p className="ui-bare ui-good">{t(ofSite ? 'report.no_issues' : 'audits.nothing_failed')}</p>
      ) : (
        <ol className="report__fixes ui-column ui-gap-3 ui-bare">
          {fixes.map(({ id, title, extent, impact, how }) => (
            <li key={id}>
              <h3 className="ui-tight-head">
                {title} <span className="ui-quiet ui-regular">{extent}</span>
              </h3>
              {impact !== null && <p className="ui-bare">{impact}</p>}
              {how !== null && (
                <p className="ui-bare">
                  <b className="ui-medium">{t('report.how')}</b> {how}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** `null`: the site was not crawled, or no page of it was read. */
function useSiteFixes(site: ReportedSite | null): Fix[] | null {
  const t = useTranslate();
  const texts = useIssueTexts();
  if (!site?.issues || isNothingRead(site)) return null;
  // Sorted by severity, then by pages.
  return site.issues.slice(0, FIRST).map((issue) => {
    const { title, impact, how_to_fix } = issueWords(issue, texts);
    const extent = t('report.on_pages_of', { count: issue.count, pages: site.pages?.total ?? issue.count });
    return { id: issue.id, title, extent, impact, how: how_to_fix };
  });
}

/** `null`: the home page has no audit. */
function usePageFixes(page: ReportedPage | null): Fix[] | null {
  const t = useTranslate();
  const texts = useAuditTexts();
  const audits = page?.audit?.audits;
  if (!audits) return null;
  return heaviestFirst(audits, 'fail')
    .slice(0, FIRST)
    .map((result) => {
      const impact = `audits.impacts.${result.id}`;
      return {
        id: result.id,
        title: texts[result.id]?.failed ?? result.title,
        extent: t('audits.points', { points: pointsOf(result, audits) }),
        impact: t.has(impact) ? t(impact) : explanationOf(result, t),
        how: texts[result.id]?.fix ?? null,
      };
    });
}
