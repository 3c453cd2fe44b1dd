import { useEffect } from 'react';
import type { Report } from '../../../contract.ts';
import { createClient } from '../api/client.ts';
import { Audits } from '../domain/audits/audits.tsx';
import { type Issue, issueWords, useIssueTexts } from '../language/issue-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LoadFailed } from '../loading/loaded.tsx';
import { useLoaded } from '../loading/use-load.ts';
import { useRoute } from '../routing/use-route.ts';
import { endOf, scopeText } from '../domain/site/crawl-words.ts';
import { countKinds, previousCrawl } from '../domain/site/issue-categories.ts';
import { SeverityBadge } from '../shared/issues.tsx';
import { OldMark } from '../sources/source-notes.tsx';
import { sourceOf } from '../sources/source-words.ts';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { Spinner } from '../ui/feedback.tsx';
import { Logo } from '../ui/icon.tsx';
import './report.css';

/** The report of a domain's audit for whoever has its link. It can be read without sign-in, and changes nothing. */
export function ReportPage({ pageUrl }: { pageUrl: string }) {
  const t = useTranslate();
  const route = useRoute();
  const { data: report, error, reload } = useReport(pageUrl, route.view === 'report' ? route : null);
  // The workspace has another entry, which signs in.
  useEffect(() => {
    if (route.view !== 'report') window.location.reload();
  }, [route.view]);
  const name = report?.domain_unicode ?? (route.view === 'report' ? route.domain : '');
  useEffect(() => {
    document.title = [t('report.title'), name, t('report.product')].join(' · ');
  }, [t, name]);
  return (
    <>
      <header className="report__bar ui-line ui-center ui-gap-2 ui-strong">
        <Logo />
        <span>{t('report.product')}</span>
        {report && <Button onPress={() => window.print()}>{t('report.print')}</Button>}
      </header>
      <main className="report" id="content">
        {report ? (
          <Contents of={report} />
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

/** The number of issues that the report begins with. */
const FIRST = 5;

/** A summary and the first issues to fix, then all issues and audits with their explanations. */
function Contents({ of: { domain_unicode, expires_at, page, site } }: { of: Report }) {
  const t = useTranslate();
  const format = useFormat();
  const before = site && (previousCrawl(site)?.health ?? null);
  const difference = site?.health != null && before !== null ? site.health - before : null;
  // A score of an earlier fetch is as old as that, whenever the domain was fetched last.
  const source = page && sourceOf('audit', page.sources);
  // Sorted by severity, then by pages.
  const first = site?.issues?.filter(({ severity }) => severity !== 'notice').slice(0, FIRST) ?? [];
  return (
    <Stack>
      <PageHeader title={domain_unicode} description={t('report.valid_until', { date: format.date(expires_at) })} />
      <KeyNumbers>
        <KeyNumber
          label={t('report.score')}
          value={page?.seo_score == null ? t('report.unknown') : format.number(page.seo_score)}
          hint={
            page ? (
              <>
                {t('report.as_of', { date: format.date(source?.fetched_at ?? page.updated_at) })}
                <OldMark of={source} />
              </>
            ) : (
              t('report.no_page')
            )
          }
          info={t('report.score_info')}
        />
        <KeyNumber
          label={t('report.health')}
          value={site?.health == null ? t('report.unknown') : format.number(site.health)}
          hint={
            site?.finished_at ? (
              <>
                {difference !== null && <div>{t('report.change', { difference })}</div>}
                {t('report.as_of', { date: format.date(site.finished_at) })}
              </>
            ) : (
              t('report.no_site')
            )
          }
          info={t('report.health_info')}
        />
        {site?.pages && <KeyNumber label={t('report.pages')} value={format.number(site.pages.total)} />}
      </KeyNumbers>
      {site?.issues && site.pages && (
        <Card title={t('report.summary')}>
          <p>{t('report.counts', { ...countKinds(site.issues), pages: site.pages.total })}</p>
          {site.finished_at !== null && (
            <p>
              {t('site.crawl_of', { time: format.time(site.finished_at) })} · {scopeText(site.scope, t)} ·{' '}
              {t(`site.ends.${endOf(site)}`)}
            </p>
          )}
        </Card>
      )}
      {first.length > 0 && (
        <Card title={t('report.fix_first')}>
          <ol className="report__first ui-column ui-gap-3 ui-bare">
            {first.map((issue) => (
              <FirstIssue key={issue.id} of={issue} />
            ))}
          </ol>
        </Card>
      )}
      {site?.issues && (
        <Card title={t('report.issues')} counter={format.number(site.issues.length)}>
          {site.issues.length === 0 ? t('report.no_issues') : <Issues of={site.issues} />}
        </Card>
      )}
      {page?.audit && (
        <Card title={t('report.home_page')}>
          <Audits record={page} />
        </Card>
      )}
    </Stack>
  );
}

function FirstIssue({ of }: { of: Issue }) {
  const t = useTranslate();
  const { title, how_to_fix } = issueWords(of, useIssueTexts());
  return (
    <li>
      <b>{title}</b>{' '}
      <span className="report__count ui-quiet ui-regular">{t('report.on_pages', { count: of.count })}</span>
      <p>{how_to_fix}</p>
    </li>
  );
}

function Issues({ of }: { of: Issue[] }) {
  const t = useTranslate();
  const texts = useIssueTexts();
  return (
    <ol className="report__issues ui-list ui-column ui-gap-5">
      {of.map((issue) => {
        const { id, severity, count, examples } = issue;
        const { title, impact, how_to_fix } = issueWords(issue, texts);
        return (
          <li key={id}>
            <h3 className="ui-row ui-baseline ui-gap-2">
              <SeverityBadge of={severity} /> {title}
              <span className="report__count ui-quiet ui-regular">{t('report.on_pages', { count })}</span>
            </h3>
            {impact && <p>{impact}</p>}
            <p>{how_to_fix}</p>
            <ul className="report__examples ui-quiet ui-anywhere">
              {examples.map((url) => (
                <li key={url}>{url}</li>
              ))}
              {count > examples.length && <li>{t('report.more_pages', { count: count - examples.length })}</li>}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
