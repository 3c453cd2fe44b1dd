import { useMemo, useState } from 'react';
import { SITE, sourceOfValue } from '../../../../core/record/history-values.ts';
import type { ComparedDomain, Comparison } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { useDomainList } from '../shared/use-domain-list.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { LineChart, type Series } from '../ui/charts/line-chart.tsx';
import { EmptyState, Skeleton } from '../ui/feedback.tsx';
import { Segments } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Card, PageHeader, Stack } from '../ui/layout.tsx';
import { Select } from '../ui/select.tsx';
import { SuggestField } from '../ui/suggest-field.tsx';
import {
  type ComparedView,
  comparisonOfQuery,
  MOST_COMPARED,
  namesIn,
  queryOfComparison,
  ranges,
} from './compare-address.ts';
import { AuditsTable, MetricsTable } from './comparison-tables.tsx';
import { suggestedNames } from './suggested-names.ts';
import { type ComparedMetric, comparedMetrics, formatMetric } from './metrics.ts';
import '../ui/chip.css';
import './compare.css';

/** Some domains side by side. The address states which. */
export default function ComparePage({ query }: { query: string }) {
  const t = useTranslate();
  useTitle(t('compare.title'));
  const view = useMemo(() => comparisonOfQuery(query), [query]);
  const hrefWith = (next: Partial<ComparedView>) =>
    hrefOf({ view: 'compare', query: queryOfComparison({ ...view, ...next }) });
  const change = (next: Partial<ComparedView>) => window.location.replace(hrefWith(next));
  return (
    <>
      <PageHeader title={t('compare.title')} description={t('compare.description')} />
      <Stack>
        <Card>
          <DomainsField domains={view.domains} onChange={(domains) => change({ domains })} />
        </Card>
        {view.domains.length >= 2 ? (
          <Compared view={view} hrefWith={hrefWith} onChange={change} />
        ) : (
          <EmptyState
            icon="compare"
            title={t('compare.too_few')}
            action={<ButtonLink href={hrefOf({ view: 'domains' })}>{t('compare.to_domains')}</ButtonLink>}
          >
            {t('compare.too_few_hint')}
          </EmptyState>
        )}
      </Stack>
    </>
  );
}

interface ComparedProps {
  view: ComparedView;
  hrefWith: (next: Partial<ComparedView>) => string;
  onChange: (next: Partial<ComparedView>) => void;
}

function Compared({ view, hrefWith, onChange }: ComparedProps) {
  const { domains, range } = view;
  const names = domains.join(',');
  const comparison = useLoad(['comparison', { domains: names, range }]);
  const skeleton = (
    <Stack>
      <Skeleton height={420} />
      <Skeleton height={320} />
    </Stack>
  );
  return (
    <ShowLoaded of={comparison} skeleton={skeleton}>
      {(of) => (
        <>
          <MetricsTable
            of={of.domains}
            view={view}
            hrefWith={hrefWith}
            onChange={onChange}
            onFetched={comparison.reload}
          />
          <ComparedChart of={of} view={view} onChange={onChange} />
          <AuditsTable of={of.domains} />
          <Truncated of={of.domains} />
        </>
      )}
    </ShowLoaded>
  );
}

function Truncated({ of }: { of: Comparison['domains'] }) {
  const t = useTranslate();
  const names = of.filter(({ truncated }) => truncated).map(({ domain_unicode }) => domain_unicode);
  return (
    names.length > 0 && <p className="ui-bare ui-quiet">{t('compare.truncated', { domains: names.join(', ') })}</p>
  );
}

/** The domains that are compared, and a field for further ones. */
function DomainsField({ domains, onChange }: { domains: string[]; onChange: (domains: string[]) => void }) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  const all = [...new Set([...domains, ...namesIn(entered)])];
  const isTooMany = all.length > MOST_COMPARED;
  const { domains: stored } = useDomainList();
  // The last name of those that are entered is completed.
  const last = entered.split(/[\s,，;；]/).at(-1)!;
  const suggestions = useMemo(() => suggestedNames(last, stored, domains), [last, stored, domains]);

  function add() {
    if (all.length === domains.length || isTooMany) return;
    onChange(all);
    setEntered('');
  }
  function choose(domain: string) {
    const before = entered.slice(0, entered.length - last.length);
    const names = [...new Set([...domains, ...namesIn(before), domain])];
    if (names.length > MOST_COMPARED) return setEntered(before + domain);
    onChange(names);
    setEntered('');
  }
  return (
    <div className="ui-column ui-gap-3">
      {domains.length > 0 && (
        <ul className="compare-domains__chosen ui-list ui-row ui-gap-2" aria-label={t('compare.domains')}>
          {domains.map((domain) => (
            <li key={domain} className="ui-chip ui-soft-accent">
              <a className="ui-chip__text" href={hrefOf({ view: 'domain', domain })}>
                {domain}
              </a>
              <IconButton
                icon="close"
                label={t('compare.remove', { domain })}
                onPress={() => onChange(domains.filter((one) => one !== domain))}
              />
            </li>
          ))}
        </ul>
      )}
      <Form
        layout="compare-domains__form ui-line ui-top ui-gap-2"
        isReady={!isTooMany && all.length > domains.length}
        onSubmit={add}
      >
        <SuggestField
          label={t('compare.domain')}
          hint={t('compare.domain_hint')}
          placeholder="example.com"
          value={entered}
          onChange={setEntered}
          suggestions={suggestions}
          onChoose={choose}
          error={isTooMany ? t('compare.too_many') : undefined}
        />
        <Button type="submit" isDisabled={isTooMany || entered.trim() === ''}>
          {t('compare.add')}
        </Button>
      </Form>
    </div>
  );
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;

interface ComparedChartProps {
  of: Comparison;
  view: ComparedView;
  onChange: (next: Partial<ComparedView>) => void;
}

/** One metric of some domains over time. A rank is drawn upside down: above is better. */
function ComparedChart({ of: { domains }, view: { metric, range }, onChange }: ComparedChartProps) {
  const t = useTranslate();
  const format = useFormat();
  const isKnown = (name: ComparedMetric) =>
    name === metric || domains.some((domain) => pointsOf(domain, name).some(({ value }) => value !== null));
  const series = domains
    .map((domain) => ({ name: domain.domain_unicode, points: pointsOf(domain, metric) }))
    .filter(({ points }) => points.some(({ value }) => value !== null));
  const hasYear = range === '1y' || range === '10y';
  function formatDay(at: number) {
    const date = new Date(at).toISOString().slice(0, DATE_LENGTH);
    return hasYear ? format.date(date) : format.day(date);
  }
  const name = t(`compare.metrics.${metric}`);
  return (
    <Card title={t('compare.history')}>
      <div className="compare-chart__tools ui-row ui-gap-2">
        <Select
          hideLabel
          label={t('compare.metric')}
          options={comparedMetrics.filter(isKnown).map((one) => ({ id: one, text: t(`compare.metrics.${one}`) }))}
          value={metric}
          onChange={(chosen) => onChange({ metric: chosen })}
        />
        <Segments
          label={t('compare.range')}
          options={ranges.map((id) => ({ id, text: t(`compare.ranges.${id}`) }))}
          value={range}
          onChange={(chosen) => onChange({ range: chosen })}
        />
      </div>
      {series.every(({ points }) => points.length < 2) ? (
        <p className="ui-bare ui-quiet">{t(series.length === 0 ? 'compare.no_history' : 'compare.one_value')}</p>
      ) : (
        <LineChart
          label={name}
          series={series}
          height={300}
          formatValue={(value) => formatMetric(metric, value, format, t)}
          formatTime={formatDay}
          isReversed={metric === 'tranco_rank'}
        />
      )}
    </Card>
  );
}

/**
 * Returns the values of a metric by day, so that domains have points at the same times. Unknown values leave no gap,
 * except those of a home page that could not be fetched.
 */
function pointsOf({ snapshots, site }: ComparedDomain, metric: ComparedMetric): Series['points'] {
  const days = new Map<number, number | null>();
  const dayOf = (time: string) => Date.parse(time.slice(0, DATE_LENGTH));
  if (metric === 'site_health') {
    for (const { finished_at, health } of site.history) days.set(dayOf(finished_at), health);
  } else {
    for (const { captured_at, site_status, [metric]: value } of snapshots.toReversed()) {
      const isFailed = site_status !== null && site_status !== 'ok' && sourceOfValue(metric) === SITE;
      if (isFailed || value !== null) days.set(dayOf(captured_at), isFailed ? null : value);
    }
  }
  return [...days].map(([at, value]) => ({ at, value }));
}
