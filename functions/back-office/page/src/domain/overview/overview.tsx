import { type ReactNode, useState } from 'react';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { flattenSections } from '../../../../../core/record/sections.ts';
import type { DomainDetails } from '../../../../contract.ts';
import type { History } from '../../api/api.ts';
import { DomainTimelineCard } from '../../events/timeline-card.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { LoadFailed, NotUpdated } from '../../loading/loaded.tsx';
import type { Loaded } from '../../loading/use-load.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Absence } from '../../sources/absence.tsx';
import { OldMark, SourceNotes } from '../../sources/source-notes.tsx';
import { describeAbsence, isNone, sourceOf } from '../../sources/source-words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, leastWidth, Stack } from '../../ui/layout.tsx';
import { useIsPrinting } from '../../ui/shown-rows.ts';
import { Missing } from '../../ui/missing.tsx';
import { Badge, Facts } from '../../ui/values.tsx';
import type { SectionName } from '../record/sections.ts';
import { AiPolicyCard } from './ai-policy-card.tsx';
import { MetricTile } from './metric-tile.tsx';
import { metricsOf, sectionOfMetric } from './metrics.ts';
import { DomainIssueList } from './domain-issue-list.tsx';
import { type DomainIssue, useDomainIssues } from './domain-issues.ts';

const MAX_ISSUES = 8;
const MAX_KEYWORDS = 20;
/** It is above the tabs. */
const IN_HEAD = 'seo_score';

interface OverviewProps {
  of: DomainDetails;
  record: DomainAnswer;
  history: Loaded<History>;
}

/** The issues of a domain first, then its metrics, then its home page; operational times are last. */
export default function Overview({ of, record, history }: OverviewProps) {
  const issues = useDomainIssues(record, history.data);
  return (
    <Stack>
      <div className="ui-grid ui-gap-4 ui-top" style={leastWidth(420)}>
        <IssuesCard domain={record.domain} of={issues} pending={record.pending.length} />
        <DomainTimelineCard domain={record.domain} isFollowed={of.followed} />
      </div>
      <SourceNotes sources={record.sources} />
      {history.data === null && history.error !== null && (
        <LoadFailed error={history.error} onRetry={history.reload} retryAt={history.retryAt ?? null} />
      )}
      <NotUpdated of={history} />
      <MetricsCard record={record} history={history.data} />
      <div className="ui-grid ui-gap-4 ui-top" style={leastWidth(420)}>
        <HomePageCard record={record} />
        <KeywordsCard record={record} />
      </div>
      <AiPolicyCard record={record} />
      <TimesCard of={of} record={record} />
    </Stack>
  );
}

interface IssuesCardProps {
  domain: string;
  of: DomainIssue[];
  /** Number of sources that have not answered yet. */
  pending: number;
}

function IssuesCard({ domain, of, pending }: IssuesCardProps) {
  const t = useTranslate();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const isPrinting = useIsPrinting();
  const shown = isWhole || isPrinting ? of : of.slice(0, MAX_ISSUES);
  return (
    <Card
      title={t('domain.issues.title')}
      {...(of.length > 0 && { counter: format.number(of.length), description: t('domain.issues.hint') })}
    >
      {of.length === 0 ? (
        <p className={`ui-line ui-center ui-gap-2 ui-bare ${pending === 0 ? 'ui-good' : ''}`}>
          {pending === 0 && <Icon name="success" />} {t('domain.issues.none')}
        </p>
      ) : (
        <DomainIssueList domain={domain} of={shown} />
      )}
      {shown.length < of.length && (
        <Button variant="quiet" onPress={() => setWhole(true)}>
          {t('domain.issues.all', { count: of.length })}
        </Button>
      )}
      {pending > 0 && <p className="ui-quiet ui-small">{t('overview.first_pending', { count: pending })}</p>}
    </Card>
  );
}

function MetricsCard({ record, history }: { record: DomainAnswer; history: History | null }) {
  const t = useTranslate();
  const { known, unknown } = metricsOf(record, history?.snapshots ?? []);
  const others = known.filter(({ name }) => name !== IN_HEAD);
  const reasons = new Map<string, string[]>();
  for (const name of unknown) {
    const section = sectionOfMetric(name);
    if (section === undefined && history === null) continue;
    const why = section ? describeAbsence(section, record.sources, t) : t('domain.metrics.no_crawl');
    reasons.set(why, [...(reasons.get(why) ?? []), t(`domain.history.metrics.${name}`)]);
  }
  return (
    <Card title={t('domain.metrics.title')} description={t('domain.metrics.hint')}>
      <ul className="domain-metrics ui-list">
        {others.map((metric) => (
          <MetricTile key={metric.name} of={metric} report={record.sources.find(({ id }) => id === metric.source)} />
        ))}
      </ul>
      {[...reasons].map(([why, names]) => (
        <p key={why} className="ui-quiet ui-small ui-regular ui-bare ui-after-small">
          <b className="ui-strong">{names.join(t('common.comma'))}</b>
          {t('common.colon')}
          {why}
        </p>
      ))}
    </Card>
  );
}

/** What the home page, its certificate and the registration are. */
function HomePageCard({ record }: { record: DomainAnswer }) {
  const t = useTranslate();
  const format = useFormat();
  const { page, tls, registration, sources } = record;
  function fact(section: SectionName, member: string, label: string, value: ReactNode) {
    const report = sourceOf(section, sources);
    const isAbsent = flattenSections(record)[section] === null;
    const none = isNone(`${section}.${member}`, record) ? t('common.none') : <Missing />;
    return {
      label,
      value: isAbsent ? (
        <Absence of={section} sources={sources} />
      ) : (
        <>
          {value ?? none}
          <OldMark of={report} />
        </>
      ),
    };
  }
  const siteText = (value: string | null | undefined) => (value == null ? null : <SiteText>{value}</SiteText>);
  const days = tls?.days_remaining ?? null;
  const registered = registration?.registered_at ?? null;
  return (
    <Card title={t('domain.page')}>
      <Facts
        of={[
          fact('page', 'title', t('domain.home_page.title'), siteText(page?.title)),
          fact('page', 'meta_description', t('domain.home_page.description'), siteText(page?.meta_description)),
          fact('page', 'final_url', t('domain.home_page.address'), siteText(page?.final_url)),
          fact('page', 'http_status', t('domain.home_page.http_status'), page?.http_status),
          fact(
            'tls',
            'days_remaining',
            t('domain.certificate'),
            days === null
              ? null
              : days < 0
                ? t('domains.expires.days', { days, expired: 'true' })
                : t('domain.days_left', { days }),
          ),
          fact('registration', 'registered_at', t('domain.registered'), registered && format.date(registered)),
        ]}
      />
    </Card>
  );
}

/** What the home page is about. */
function KeywordsCard({ record: { top_keywords, sources } }: { record: DomainAnswer }) {
  const t = useTranslate();
  return (
    <Card title={t('domain.page_keywords')}>
      {top_keywords === null ? (
        <Absence of="top_keywords" sources={sources} />
      ) : (
        <>
          {top_keywords.length === 0 && t('common.none')}
          <ul className="ui-list ui-row ui-gap-2">
            {top_keywords.slice(0, MAX_KEYWORDS).map(({ keyword }) => (
              <li key={keyword}>
                <Badge>
                  <SiteText>{keyword}</SiteText>
                </Badge>
              </li>
            ))}
          </ul>
          <OldMark of={sourceOf('top_keywords', sources)} />
        </>
      )}
    </Card>
  );
}

function TimesCard({ of, record }: { of: DomainDetails; record: DomainAnswer }) {
  const t = useTranslate();
  const format = useFormat();
  const { next_snapshot_at: next, last_asked_on: requested } = of;
  return (
    <Card title={t('domain.times.title')}>
      <Facts
        of={[
          { label: t('domain.times.first_cached'), value: format.time(record.first_cached_at) },
          { label: t('domain.times.updated'), value: format.time(record.updated_at) },
          {
            label: t('domain.times.next_snapshot'),
            value: next === null ? t('domain.times.not_followed') : format.time(next),
          },
          {
            label: t('domain.times.requested'),
            value: requested === null ? <Missing /> : format.date(requested),
          },
        ]}
      />
    </Card>
  );
}
