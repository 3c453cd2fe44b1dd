import Grid from '@cloudscape-design/components/grid';
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { useMemo } from 'react';
import type { Translate } from '../language/messages.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useText } from '../language/use-language.ts';
import { SearchFilter } from '../shared/search-filter.tsx';
import {
  type Condition,
  type FigureProperty,
  figureOperators,
  figures,
  type WordProperty,
  wordOperators,
  words,
} from './domain-filter.ts';
import type { PortfolioView } from './portfolio-address.ts';
import type { PortfolioRow } from './portfolio-row.ts';

interface PortfolioFiltersProps {
  /** All of them: the tags that they have are offered. */
  rows: PortfolioRow[];
  view: PortfolioView;
  /** Rows that are left. */
  count: number;
  onChange: (change: Partial<PortfolioView>) => void;
}

/** A word as it is shown; tags are shown as they are. */
function wordOf(property: WordProperty, value: string, t: Translate): string {
  const key = `portfolio.${property}s.${value}`;
  return t.has(key) ? t(key) : value;
}

/** Fields for a part of a name, and for conditions that domains must meet. */
export function PortfolioFilters({ rows, view, count, onChange }: PortfolioFiltersProps) {
  const t = useTranslate();
  const { common } = useText();
  const properties = useMemo(() => {
    const property = (key: FigureProperty | WordProperty) => {
      const label = t(`portfolio.properties.${key}`);
      return { key, propertyLabel: label, groupValuesLabel: label };
    };
    return [
      ...(Object.keys(figures) as FigureProperty[]).map((key) => ({ ...property(key), operators: figureOperators })),
      ...(Object.keys(words) as WordProperty[]).map((key) => ({
        ...property(key),
        operators: wordOperators.map((operator) => ({ operator, format: (value: string) => wordOf(key, value, t) })),
      })),
    ];
  }, [t]);
  const options = useMemo((): PropertyFilterProps.FilteringOption[] => {
    const tags = [...new Set(rows.flatMap((row) => row.tags))].sort();
    const offered = (propertyKey: WordProperty, values: string[]) =>
      values.map((value) => ({ propertyKey, value, label: wordOf(propertyKey, value, t) }));
    return [
      ...tags.map((value) => ({ propertyKey: 'tag', value })),
      ...offered('page', ['read', 'failed']),
      ...offered('state', ['followed', 'not_followed', 'blocked']),
    ];
  }, [rows, t]);
  return (
    <Grid gridDefinition={[{ colspan: { default: 12, s: 4 } }, { colspan: { default: 12, s: 8 } }]}>
      <SearchFilter
        filteringText={view.name}
        label={t('portfolio.search')}
        count={count}
        onChange={({ detail }) => onChange({ name: detail.filteringText })}
      />
      <PropertyFilter
        query={view.filter}
        filteringProperties={properties}
        filteringOptions={options}
        disableFreeTextFiltering
        filteringPlaceholder={t('portfolio.conditions')}
        filteringAriaLabel={t('portfolio.conditions')}
        countText={common.matches(count)}
        onChange={({ detail: { tokens, operation } }) =>
          onChange({ filter: { tokens: tokens as readonly Condition[], operation } })
        }
      />
    </Grid>
  );
}
