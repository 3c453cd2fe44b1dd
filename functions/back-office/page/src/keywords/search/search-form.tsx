import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { engineIds, sorts } from '../../../../../core/keywords/choices.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { type KeywordSearch, queryOf, searchOfQuery } from '../shared/keyword-address.ts';
import { LanguageField, MarketField } from '../shared/locale-fields.tsx';

interface FormProps {
  /** What the address says. */
  query: string;
  onSearch: (search: KeywordSearch) => void;
}

type Change = (change: Partial<KeywordSearch>) => void;

/** What is searched for. Nothing is asked before it is sent. */
export function SearchForm({ query, onSearch }: FormProps) {
  const text = useKeywordsText();
  const [search, setSearch] = useState(() => searchOfQuery(query));
  useEffect(() => setSearch(searchOfQuery(query)), [query]);
  const change: Change = (next) => setSearch((last) => ({ ...last, ...next }));
  const isEmpty = search.q.trim() === '' && search.domain.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onSearch(search);
      }}
    >
      <SpaceBetween size="s">
        <ColumnLayout columns={3} minColumnWidth={220}>
          <FormField label={text.words} description={text.words_hint}>
            <Input type="search" value={search.q} onChange={({ detail }) => change({ q: detail.value })} />
          </FormField>
          <FormField label={text.domain} description={text.domain_hint}>
            <Input
              value={search.domain}
              spellcheck={false}
              placeholder="example.com"
              onChange={({ detail }) => change({ domain: detail.value })}
            />
          </FormField>
          <SortField sort={search.sort} onChange={change} />
        </ColumnLayout>
        <ExpandableSection headerText={text.more_filters} defaultExpanded={hasMore(searchOfQuery(query))}>
          <MoreFilters search={search} onChange={change} />
        </ExpandableSection>
        <Button variant="primary" disabled={isEmpty}>
          {text.search}
        </Button>
      </SpaceBetween>
    </form>
  );
}

/** Whether something is chosen that is not seen at once. */
const hasMore = (search: KeywordSearch) => queryOf({ ...search, q: '', domain: '', sort: '' }) !== '';

function SortField({ sort, onChange }: { sort: string; onChange: Change }) {
  const text = useKeywordsText();
  const options = sorts.map((value) => ({ value, label: text.sorts[value] }));
  return (
    <FormField label={text.sort} description={text.sort_hint}>
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === sort) ?? options[0]!}
        onChange={({ detail: { selectedOption: chosen } }) =>
          onChange({ sort: chosen.value === 'score' ? '' : chosen.value! })
        }
      />
    </FormField>
  );
}

function MoreFilters({ search, onChange }: { search: KeywordSearch; onChange: Change }) {
  const text = useKeywordsText();
  const engines = engineIds.map((value) => ({ value, label: text.engine_names[value] }));
  const chosen = search.engine.split(',');
  return (
    <ColumnLayout columns={3} minColumnWidth={220}>
      <LanguageField value={search.language} onChange={(language) => onChange({ language })} />
      <MarketField value={search.country} onChange={(country) => onChange({ country })} />
      <FormField label={text.engines}>
        <Multiselect
          options={engines}
          placeholder={text.any_engine}
          deselectAriaLabel={({ label = '' }) => text.remove_engine(label)}
          selectedOptions={engines.filter(({ value }) => chosen.includes(value))}
          onChange={({ detail }) => onChange({ engine: detail.selectedOptions.map(({ value }) => value).join(',') })}
        />
      </FormField>
      <FormField label={text.word_count} constraintText={text.word_count_hint}>
        <Input value={search.word_count} onChange={({ detail }) => onChange({ word_count: detail.value })} />
      </FormField>
      <FormField label={text.score_min}>
        <Input
          inputMode="numeric"
          value={search.score_min}
          placeholder="0"
          onChange={({ detail }) => onChange({ score_min: detail.value })}
        />
      </FormField>
      <FormField label={text.score_max}>
        <Input
          inputMode="numeric"
          value={search.score_max}
          placeholder="100"
          onChange={({ detail }) => onChange({ score_max: detail.value })}
        />
      </FormField>
    </ColumnLayout>
  );
}
