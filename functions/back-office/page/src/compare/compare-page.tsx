import { type FormEvent, useMemo, useState } from 'react';
import type { Comparison } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { LoadFailed } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-route.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import '../ui/chip.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader, Stack } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type ComparedView, comparisonOfQuery, MOST_COMPARED, namesIn, queryOfComparison } from './compare-address.ts';
import './compare.css';
import { ComparedChart } from './compared-chart.tsx';
import { AuditsTable, MetricsTable } from './comparison-tables.tsx';

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
  const api = useApi();
  const { domains, range } = view;
  const names = domains.join(',');
  const comparison = useLoad((signal) => api.comparison(names, range, signal), [api, names, range]);
  const { data, error, reload } = comparison;
  if (data === null) {
    return error === null ? <Loading /> : <LoadFailed error={error} onRetry={reload} />;
  }
  return (
    <>
      <MetricsTable of={data.domains} view={view} hrefWith={hrefWith} onChange={onChange} onFetched={reload} />
      <ComparedChart of={data} view={view} onChange={onChange} />
      <AuditsTable of={data.domains} />
      <Truncated of={data.domains} />
    </>
  );
}

function Loading() {
  const t = useTranslate();
  return (
    <div className="ui-stack" role="status" aria-label={t('ui.loading')}>
      <Skeleton height={420} />
      <Skeleton height={320} />
    </div>
  );
}

function Truncated({ of }: { of: Comparison['domains'] }) {
  const t = useTranslate();
  const names = of.filter(({ truncated }) => truncated).map(({ domain_unicode }) => domain_unicode);
  return names.length > 0 && <p className="compare-quiet">{t('compare.truncated', { domains: names.join(', ') })}</p>;
}

/** The domains that are compared, and a field for further ones. */
function DomainsField({ domains, onChange }: { domains: string[]; onChange: (domains: string[]) => void }) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  const all = [...new Set([...domains, ...namesIn(entered)])];
  const isTooMany = all.length > MOST_COMPARED;

  function add(event: FormEvent) {
    event.preventDefault();
    if (isTooMany || all.length === domains.length) return;
    onChange(all);
    setEntered('');
  }
  return (
    <div className="compare-domains">
      {domains.length > 0 && (
        <ul className="compare-domains__chosen" aria-label={t('compare.domains')}>
          {domains.map((domain) => (
            <li key={domain} className="ui-chip">
              <a className="ui-chip__text compare-domains__link" href={hrefOf({ view: 'domain', domain })}>
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
      <form className="compare-domains__form" onSubmit={add}>
        <TextField
          label={t('compare.domain')}
          hint={t('compare.domain_hint')}
          placeholder="example.com"
          value={entered}
          onChange={setEntered}
          error={isTooMany ? t('compare.too_many') : undefined}
        />
        <Button type="submit" isDisabled={isTooMany || entered.trim() === ''}>
          {t('compare.add')}
        </Button>
      </form>
    </div>
  );
}
