import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-title.ts';
import { ComparedAudits } from './compared-audits.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import { ComparedLines } from './compared-lines.tsx';
import { type ComparedView, comparisonOfQuery, queryOfComparison } from './compare-address.ts';
import { DomainsField } from './domains-field.tsx';

/** Some domains side by side. The address says which. */
export default function ComparePage({ query }: { query: string }) {
  const t = useTranslate();
  useTitle(t('compare.title'));
  const view = useMemo(() => comparisonOfQuery(query), [query]);
  const change = (next: Partial<ComparedView>) =>
    window.location.replace(hrefOf({ view: 'compare', query: queryOfComparison({ ...view, ...next }) }));
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header variant="h1" description={t('compare.description')}>
            {t('compare.title')}
          </Header>
        }
      >
        <DomainsField domains={view.domains} onChange={(domains) => change({ domains })} />
      </Container>
      {view.domains.length >= 2 && <Comparison view={view} onChange={change} />}
    </SpaceBetween>
  );
}

function Comparison({ view, onChange }: { view: ComparedView; onChange: (next: Partial<ComparedView>) => void }) {
  const api = useApi();
  const t = useTranslate();
  const { domains, figure, range } = view;
  const comparison = useLoad(
    (signal) => api.comparison(domains.join(','), range, signal),
    [api, domains.join(','), range],
  );
  return (
    <ShowLoaded of={comparison}>
      {(data) => (
        <SpaceBetween size="l">
          <ComparedFigures domains={data.domains} />
          <ComparedAudits domains={data.domains} />
          <Container header={<Header variant="h2">{t('compare.lines')}</Header>}>
            <ComparedLines of={data} figure={figure} range={range} onChange={onChange} />
          </Container>
          {data.domains.some(({ truncated }) => truncated) && (
            <Box color="text-body-secondary">
              {t('compare.truncated', {
                domains: data.domains
                  .filter(({ truncated }) => truncated)
                  .map(({ domain_unicode }) => domain_unicode)
                  .join(', '),
              })}
            </Box>
          )}
        </SpaceBetween>
      )}
    </ShowLoaded>
  );
}
