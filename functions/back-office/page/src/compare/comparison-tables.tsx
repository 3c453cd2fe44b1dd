import type { ReactNode } from 'react';
import { csvText } from '../../../../core/platform/text/csv-text.ts';
import type { ComparedDomain } from '../../../contract.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { saveCsv } from '../browser/save-file.ts';
import { useDomain } from '../domain/use-domain.ts';
import { failedTitle, useAuditTexts } from '../language/audit-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Badge, RelativeTime } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Gauge } from '../ui/charts/gauge.tsx';
import { Missing } from '../ui/missing.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { Card } from '../ui/layout.tsx';
import { CheckMenu } from '../ui/select.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import '../ui/table.css';
import type { ComparedView } from './compare-address.ts';
import {
  bestOf,
  betterOf,
  type ComparedMetric,
  comparedMetrics,
  firstMetrics,
  formatMetric,
  isLowestHealth,
  isScore,
  type MetricGroup,
  metricGroups,
  valueOf,
} from './metrics.ts';

interface MetricsTableProps {
  of: ComparedDomain[];
  view: ComparedView;
  hrefWith: (next: Partial<ComparedView>) => string;
  onChange: (next: Partial<ComparedView>) => void;
  /** Data of a domain were fetched. */
  onFetched: () => void;
}

/** The newest metrics of some domains, a column each. Metrics that are unknown for all of them are left out. */
export function MetricsTable({ of: domains, view, hrefWith, onChange, onFetched }: MetricsTableProps) {
  const t = useTranslate();
  const valuesOf = (name: ComparedMetric) => domains.map((domain) => valueOf(domain, name));
  const known = comparedMetrics.filter((name) => valuesOf(name).some((value) => value !== null));
  const chosen = view.metrics ?? firstMetrics;
  const shown = known.filter((name) => chosen.includes(name));
  const groups = (Object.keys(metricGroups) as MetricGroup[]).flatMap((group) => {
    const names = (metricGroups[group] as readonly ComparedMetric[]).filter((name) => shown.includes(name));
    return names.length === 0 ? [] : [{ group, names }];
  });
  return (
    <Card
      title={t('compare.metrics_title')}
      description={t('compare.best_hint')}
      isFlush
      actions={
        <>
          <CheckMenu
            options={known.map((name) => ({ id: name, text: t(`compare.metrics.${name}`) }))}
            selected={shown}
            onChange={(metrics) => onChange({ metrics })}
          >
            {t('compare.choose')}
          </CheckMenu>
          <Button icon="download" onPress={() => saveCsv('comparison', metricsCsv(domains, shown))}>
            {t('site.as_csv')}
          </Button>
        </>
      }
    >
      <ComparisonTable label={t('compare.metrics_title')} header={t('compare.metric')} domains={domains}>
        <tbody role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">
              {t('compare.updated')}
            </th>
            {domains.map(({ domain, domain_unicode, updated_at }) => (
              <td key={domain} role="cell" data-label={domain_unicode}>
                {updated_at === null ? (
                  <Unfetched domain={domain} name={domain_unicode} onFetched={onFetched} />
                ) : (
                  <span className="ui-quiet">
                    <RelativeTime time={updated_at} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        </tbody>
        {groups.map(({ group, names }) => (
          <tbody key={group} role="rowgroup">
            <tr role="row" className="compare-group">
              <th role="rowheader" scope="rowgroup" colSpan={domains.length + 1}>
                {t(`compare.groups.${group}`)}
              </th>
            </tr>
            {names.map((name) => (
              <tr key={name} role="row">
                <th role="rowheader" scope="row">
                  <a
                    className="compare-metric ui-plain-link"
                    href={hrefWith({ metric: name })}
                    aria-current={view.metric === name ? 'true' : undefined}
                    title={t('compare.show_history')}
                  >
                    {t(`compare.metrics.${name}`)}
                  </a>
                </th>
                <MetricCells name={name} domains={domains} values={valuesOf(name)} />
              </tr>
            ))}
          </tbody>
        ))}
      </ComparisonTable>
    </Card>
  );
}

/** A row for each metric, with the name of the API's member, and a column for each domain. */
function metricsCsv(domains: readonly ComparedDomain[], names: readonly ComparedMetric[]): string {
  return csvText({
    header: ['metric', ...domains.map(({ domain }) => domain)],
    rows: [
      ['updated_at', ...domains.map(({ updated_at }) => updated_at)],
      ...names.map((name) => [name, ...domains.map((domain) => valueOf(domain, name))]),
    ],
  });
}

interface UnfetchedProps {
  domain: string;
  /** In Unicode. */
  name: string;
  onFetched: () => void;
}

/** A domain without data, which can be fetched here. */
function Unfetched({ domain, name, onFetched }: UnfetchedProps) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  const { details, isWorking, awaitRequested } = useDomain(domain, onFetched);
  if (isWorking) {
    return (
      <span className="ui-quiet" role="status">
        {t('compare.fetching')}
      </span>
    );
  }
  const fetchNow = async () => {
    await api.refresh(domain);
    awaitRequested();
  };
  return (
    <div className="ui-row ui-center ui-gap-2">
      <Badge tone="warn">{t('compare.no_record')}</Badge>
      {details.data?.failure && <span className="ui-quiet">{t('compare.fetch_failed')}</span>}
      <Acting>
        <Button
          label={t('compare.fetch_named', { domain: name })}
          isBusy={busy}
          isDisabled={details.data === null}
          onPress={() => void run(fetchNow)}
        >
          {t('compare.fetch')}
        </Button>
      </Acting>
    </div>
  );
}

interface MetricCellsProps {
  name: ComparedMetric;
  domains: ComparedDomain[];
  values: readonly (number | null)[];
}

/** The values of a metric. The best is marked, and the lowest health of a site. */
function MetricCells({ name, domains, values }: MetricCellsProps) {
  const best = bestOf(name, values);
  // By its health, a site wins or loses; the other metrics do not depend on the site alone.
  const lowest = values.map((value) => name === 'site_health' && isLowestHealth(value, values));
  return domains.map(({ domain, domain_unicode }, index) => {
    const value = values[index] ?? null;
    return (
      <td key={domain} role="cell" data-label={domain_unicode}>
        {value === null ? (
          <Missing />
        ) : (
          <ComparedValue name={name} value={value} isBest={best[index]!} isLowest={lowest[index]!} />
        )}
      </td>
    );
  });
}

interface ComparedValueProps {
  name: ComparedMetric;
  value: number;
  isBest: boolean;
  isLowest: boolean;
}

/** A value with its unit; that of a score is in the colour of its rating, and the health of a site is a gauge. */
function ComparedValue({ name, value, isBest, isLowest }: ComparedValueProps) {
  const t = useTranslate();
  const format = useFormat();
  const shown =
    name === 'site_health' ? (
      <Gauge size="small" label={t('compare.metrics.site_health')} value={value} unit="percent" />
    ) : (
      <span className={isScore(name) ? `ui-${scoreTone(value)}` : ''}>{formatMetric(name, value, format, t)}</span>
    );
  if (isLowest) {
    return (
      <span className="ui-inline ui-center ui-gap-2">
        {shown}
        <Badge>{t('compare.lowest')}</Badge>
      </span>
    );
  }
  if (!isBest) return shown;
  return (
    <strong className="ui-inline ui-center ui-gap-2">
      {shown}
      <Badge tone="good">{t(`compare.best.${betterOf(name)!}`)}</Badge>
    </strong>
  );
}

/** The audits that fail for some domains and not for others. */
export function AuditsTable({ of: domains }: { of: ComparedDomain[] }) {
  const t = useTranslate();
  const auditTexts = useAuditTexts();
  const audited = domains.flatMap(({ failed_audits }) => (failed_audits === null ? [] : [failed_audits]));
  const all = new Map(audited.flat().map((audit) => [audit.id, audit]));
  const fails = (id: string, failed: ComparedDomain['failed_audits']) => failed?.some((audit) => audit.id === id);
  const differing = [...all.values()].filter(({ id }) => !audited.every((failed) => fails(id, failed)));
  // Those of a single domain cannot differ.
  if (audited.length < 2) {
    return (
      <Card title={t('compare.audits')}>
        <p className="ui-bare ui-quiet">{t('compare.too_few_audits')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('compare.audits')} isFlush>
      {differing.length === 0 ? (
        <EmptyState
          icon="success"
          title={t(audited.length < domains.length ? 'compare.same_known_audits' : 'compare.same_audits')}
        />
      ) : (
        <ComparisonTable label={t('compare.audits')} header={t('compare.audit')} domains={domains}>
          <tbody role="rowgroup">
            {differing.map((audit) => (
              <tr key={audit.id} role="row">
                <th role="rowheader" scope="row">
                  {failedTitle(audit, auditTexts)}
                </th>
                {domains.map(({ domain, domain_unicode, failed_audits }) => (
                  <td key={domain} role="cell" data-label={domain_unicode}>
                    {failed_audits === null && <Missing />}
                    {failed_audits !== null && fails(audit.id, failed_audits) && (
                      <Badge tone="bad">{t('compare.fails')}</Badge>
                    )}
                    {failed_audits !== null && !fails(audit.id, failed_audits) && (
                      <Badge tone="good">{t('compare.passes')}</Badge>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ComparisonTable>
      )}
    </Card>
  );
}

interface ComparisonTableProps {
  label: string;
  /** Of the first column. */
  header: string;
  domains: ComparedDomain[];
  /** Groups of rows. */
  children: ReactNode;
}

/** A table with a column for each domain. On a phone, each row is a card. */
function ComparisonTable({ label, header, domains, children }: ComparisonTableProps) {
  return (
    <div className="ui-table-frame">
      <table className="ui-table compare-table" aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {header}
            </th>
            {domains.map(({ domain, domain_unicode }) => (
              <th key={domain} role="columnheader" scope="col">
                <a className="ui-plain-link ui-strong" href={hrefOf({ view: 'domain', domain })}>
                  {domain_unicode}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}
