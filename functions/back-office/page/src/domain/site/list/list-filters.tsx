import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import { useEffect, useRef, useState } from 'react';
import { useIssueTexts } from '../../../language/site/use-issue-texts.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { type Issue, issueWords } from '../issues/issue-words.ts';
import { orders, type Selection } from './selection.ts';

const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'];
/** Time after the last key before it is searched. */
const TYPING_MS = 400;

interface ListFiltersProps {
  issues: readonly Issue[];
  selection: Selection;
  takesFocus: boolean;
  onSelect: (selection: Selection) => void;
}

/** Which pages are listed, and in which order. */
export function ListFilters({ issues, selection, takesFocus, onSelect }: ListFiltersProps) {
  const issueTexts = useIssueTexts();
  const site = useSiteText();
  const { list } = site;
  const issueField = useRef<SelectProps.Ref>(null);
  useEffect(() => {
    if (takesFocus) issueField.current?.focus();
  }, [takesFocus]);

  const issueOptions = [
    { value: '', label: list.any_issue },
    ...issues.map((issue) => ({ value: issue.id, label: issueWords(issue, issueTexts).title })),
  ];
  const statusOptions = [
    { value: '', label: list.any_status },
    ...STATUS_CLASSES.map((status) => ({ value: status, label: status })),
  ];
  const orderOptions = orders.map((order) => ({ value: order, label: list.sorts[order] }));
  return (
    <ColumnLayout columns={4} minColumnWidth={180}>
      <FormField label={list.issue}>
        <Select
          ref={issueField}
          options={issueOptions}
          selectedOption={issueOptions.find(({ value }) => value === selection.issue) ?? null}
          onChange={({ detail }) => onSelect({ ...selection, issue: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      <FormField label={list.status}>
        <Select
          options={statusOptions}
          selectedOption={statusOptions.find(({ value }) => value === selection.status) ?? null}
          onChange={({ detail }) => onSelect({ ...selection, status: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      <FormField label={list.search}>
        <SearchField search={selection.search} onSearch={(search) => onSelect({ ...selection, search })} />
      </FormField>
      <FormField label={list.sort}>
        <Select
          options={orderOptions}
          selectedOption={orderOptions.find(({ value }) => value === selection.sort) ?? null}
          onChange={({ detail }) => onSelect({ ...selection, sort: detail.selectedOption.value as Selection['sort'] })}
        />
      </FormField>
    </ColumnLayout>
  );
}

/** Searches when nothing was typed for a moment. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => latest.current(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return <Input type="search" value={typed} onChange={({ detail }) => setTyped(detail.value)} />;
}
