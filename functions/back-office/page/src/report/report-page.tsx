import { useEffect } from 'react';
import type { Report, ReportIssuer } from '../../../contract.ts';
import { createClient } from '../api/client.ts';
import { isNothingRead } from '../../../../core/site-reports/nothing-read.ts';
import { useTranslate } from '../language/use-language.ts';
import { LoadFailed } from '../loading/loaded.tsx';
import { useLoaded } from '../loading/use-load.ts';
import { useRoute } from '../routing/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/feedback.tsx';
import { Logo } from '../ui/icon.tsx';
import { ReportedAudits } from './reported-audits.tsx';
import { ReportedIssues } from './reported-issues.tsx';
import { FirstPage, timeOfReport } from './first-page.tsx';
import { usePrintedFooter } from './printed-footer.ts';
import './report.css';

/** The report of a domain for whoever has its link. It can be read without sign-in, and changes nothing. */
export function ReportPage({ pageUrl }: { pageUrl: string }) {
  const t = useTranslate();
  const route = useRoute();
  const { data: report, error, reload } = useReport(pageUrl, route.view === 'report' ? route : null);
  // The workspace has another entry, which signs in.
  useEffect(() => {
    if (route.view !== 'report') window.location.reload();
  }, [route.view]);
  const domain = report?.domain_unicode ?? (route.view === 'report' ? route.domain : '');
  const day = report && timeOfReport(report)?.slice(0, 'YYYY-MM-DD'.length);
  const title = day ? t('report.file_name', { domain, date: day }) : t('report.file_name_undated', { domain });
  useEffect(() => {
    // Browsers propose it as the name of the file.
    document.title = title;
  }, [title]);
  usePrintedFooter(title);
  return (
    <>
      <header className="report__bar ui-line ui-center ui-between ui-gap-3">
        {report && <Issuer of={report.issuer} />}
        {report && <Button onPress={() => window.print()}>{t('report.print')}</Button>}
      </header>
      <main className="report" id="content">
        {report ? (
          <div className="ui-stack">
            <FirstPage of={report} />
            {report.site && <ReportedIssues of={report.site} />}
            {report.page?.audit && (
              <ReportedAudits
                of={report.page}
                audit={report.page.audit}
                isAlone={!report.site || isNothingRead(report.site)}
              />
            )}
          </div>
        ) : error === null ? (
          <Spinner />
        ) : (
          <LoadFailed error={error} onRetry={reload} />
        )}
      </main>
    </>
  );
}

function useReport(pageUrl: string, link: { domain: string; token: string } | null) {
  const { domain = '', token = '' } = link ?? {};
  // The fragment of the address has the token, so that no server gets it but in this header.
  const { send } = createClient(pageUrl, {
    accessToken: () => Promise.resolve(token),
    onSignInRequired: () => undefined,
  });
  return useLoaded(
    ['report', domain, token],
    (signal) => send<Report>('GET', `reports/${encodeURIComponent(domain)}`, { signal }),
    { isEnabled: link !== null, isOnlyThis: true },
  );
}

/** Who issues the report: name and logo, as far as the operator has set them; by default the product. */
function Issuer({ of: { name, logo } }: { of: ReportIssuer }) {
  const t = useTranslate();
  const shown = name ?? (logo === null ? t('report.product') : null);
  return (
    <span className="ui-row ui-center ui-gap-2 ui-strong ui-shrink">
      {logo !== null && <img className="report__logo" src={logo} alt={shown === null ? t('report.issuer') : ''} />}
      {logo === null && name === null && <Logo />}
      <span>{shown}</span>
    </span>
  );
}
