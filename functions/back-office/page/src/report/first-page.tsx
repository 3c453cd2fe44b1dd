import type { Report, ReportedPage, ReportedSite } from '../../../contract.ts';
import { isNothingRead } from '../../../../core/site-reports/nothing-read.ts';
import { countKinds } from '../domain/site/issue-categories.ts';
import { endOf } from '../domain/site/crawl-words.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { OldMark } from '../sources/source-notes.tsx';
import { describeAbsence, sourceOf } from '../sources/source-words.ts';
import { Gauge } from '../ui/charts/gauge.tsx';
import { Banner } from '../ui/feedback.tsx';
import { FixFirst } from './fix-first.tsx';
import { ProgressCard } from './site-progress.tsx';
import { Trend } from './trend.tsx';

/** When the newest values of a report were fetched, as an ISO 8601 time; `null`: there are none. */
export function timeOfReport({ site, page }: Report): string | null {
  const times = [site?.finished_at, page?.updated_at].flatMap((time) => time ?? []).sort();
  return times.at(-1) ?? null;
}

/** The report on one page: the state of the site, what to do first, what has changed, and the trend. */
export function FirstPage({ of }: { of: Report }) {
  const t = useTranslate();
  const format = useFormat();
  const { domain_unicode, expires_at, page, site, scores } = of;
  const time = timeOfReport(of);
  return (
    <div className="report__first-page ui-stack">
      <div>
        <h1 className="ui-page-header__title ui-anywhere">{domain_unicode}</h1>
        <p className="ui-card__description ui-quiet">
          {time === null ? t('report.title') : t('report.title_of', { date: format.date(time) })}
          <span className="report__validity"> · {t('report.valid_until', { date: format.date(expires_at) })}</span>
        </p>
      </div>
      <Unreachable page={page} />
      <section className="report__values ui-card" aria-label={t('report.summary')}>
        <Health of={site} />
        <Score of={page} />
      </section>
      <FixFirst site={site} page={page} />
      <ProgressCard of={site} />
      <Trend site={site} scores={scores} />
    </div>
  );
}

/** That the home page could not be read when it was fetched last, which precedes all issues. */
function Unreachable({ page }: { page: ReportedPage | null }) {
  const t = useTranslate();
  const format = useFormat();
  const failure = page && sourceOf('audit', page.sources)?.error;
  if (!failure) return null;
  const values = { date: format.date(page.updated_at), reason: describeFailure(failure, t) };
  return <Banner tone="bad" title={t('report.unreachable', values)} />;
}

/** The health of the site, the numbers of its issues, and what was crawled. */
function Health({ of }: { of: ReportedSite | null }) {
  const t = useTranslate();
  const format = useFormat();
  const before = of && healthBefore(of);
  return (
    <div className="report__value ui-line ui-gap-4">
      <Gauge
        label={t('report.health')}
        value={of?.health ?? null}
        unit="percent"
        unknown={t('report.unknown')}
        size="large"
      />
      <div className="ui-shrink">
        <h2 className="ui-tight-head">{t('report.health')}</h2>
        <p className="ui-bare ui-quiet ui-small">{t('report.health_info')}</p>
        {of === null || of.finished_at === null ? (
          <p className="report__fact">{t('report.no_site')}</p>
        ) : (
          <>
            {of.health !== null && before && before.health !== null && (
              <p className="report__fact ui-strong">
                {t('report.change', { difference: of.health - before.health, date: format.date(before.finished_at) })}
              </p>
            )}
            <p className="report__fact">
              {isNothingRead(of) ? t('site.nothing_read') : t('report.counts', { ...countKinds(of.issues ?? []) })}
            </p>
            <p className="report__fact ui-quiet ui-small">
              {of.pages
                ? t('report.crawled', { date: format.date(of.finished_at), pages: of.pages.total })
                : `${t('site.crawl_of', { time: format.date(of.finished_at) })}.`}
              {!of.complete && ` ${t('report.incomplete', { reason: t(`site.ends.${endOf(of)}`) })}`}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** The crawl that the audit is compared with, from the history; `null`: there is none. */
function healthBefore({ progress, history }: ReportedSite) {
  const id = progress.state === 'compared' ? progress.crawl_id : null;
  return history?.find(({ crawl_id }) => crawl_id === id) ?? null;
}

/** The score of the home page. */
function Score({ of }: { of: ReportedPage | null }) {
  const t = useTranslate();
  const format = useFormat();
  // A score of an earlier fetch is as old as that, whenever the domain was fetched last.
  const source = of && sourceOf('audit', of.sources);
  return (
    <div className="report__value ui-line ui-gap-4">
      <Gauge
        label={t('report.score')}
        value={of?.seo_score ?? null}
        unit="points"
        unknown={t('report.unknown')}
        size="large"
      />
      <div className="ui-shrink">
        <h2 className="ui-tight-head">{t('report.score')}</h2>
        <p className="ui-bare ui-quiet ui-small">{t('report.score_info')}</p>
        <div className="report__fact ui-quiet ui-small">
          {of === null ? (
            t('report.no_page')
          ) : (
            <>
              {of.audit !== null && t('report.as_of', { date: format.date(source?.fetched_at ?? of.updated_at) })}
              {of.audit === null && !source?.error && describeAbsence('audit', of.sources, t)}
              <OldMark of={source} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
