import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Acting } from '../api/role.ts';
import { saveFile } from '../browser/save-file.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { MOST_COMPARED } from '../compare/compare-address.ts';
import { domainsCsv } from './domains-csv.ts';
import type { PortfolioRow } from './portfolio-row.ts';
import { SelectionActions } from './selection-actions.tsx';

const compareHref = (rows: PortfolioRow[]) =>
  hrefOf({ view: 'compare', query: `domains=${rows.map(({ domain }) => domain).join(',')}` });

interface PortfolioHeaderProps {
  /** Of all domains that have come. */
  count: number;
  /** There are more. */
  isPart: boolean;
  loading: boolean;
  /** Those that the filter leaves, and those of them that are selected. */
  found: PortfolioRow[];
  selected: PortfolioRow[];
  onSelect: (rows: PortfolioRow[]) => void;
  onReload: () => void;
}

/** How many domains there are, and what can be done with them. */
export function PortfolioHeader({ count, isPart, loading, found, selected, onSelect, onReload }: PortfolioHeaderProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const save = () => saveFile('domains.csv', domainsCsv(selected.length > 0 ? selected : found), 'text/csv');
  return (
    <Header
      variant="h1"
      description={t('portfolio.description')}
      counter={`(${format.number(count)}${isPart ? '+' : ''})`}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button iconName="refresh" ariaLabel={text.common.reload} loading={loading} onClick={onReload} />
          <Button iconName="download" disabled={found.length === 0} onClick={save}>
            {t('portfolio.save_csv')}
          </Button>
          <Button disabled={selected.length < 2 || selected.length > MOST_COMPARED} href={compareHref(selected)}>
            {t('portfolio.compare')}
          </Button>
          <Acting>
            <SelectionActions found={found} selected={selected} onSelect={onSelect} onChanged={onReload} />
          </Acting>
          <Acting>
            <Button href={hrefOf({ view: 'batches' })}>{t('portfolio.add')}</Button>
          </Acting>
        </SpaceBetween>
      }
    >
      {text.domains.title}
    </Header>
  );
}
