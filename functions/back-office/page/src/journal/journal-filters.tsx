import { useEffect, useMemo, useState } from 'react';
import type { JournalLine } from '../../../contract.ts';
import { calls } from '../../../contract/calls.computed.ts';
import { useTranslate } from '../language/use-language.ts';
import { useQuery } from '../routing/use-route.ts';
import { SearchField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { SuggestField } from '../ui/suggest-field.tsx';
import { actionText } from './action-text.ts';

/** The parameters of the address by which the journal is filtered; the API has the same. */
export const FILTERS = ['operator', 'action', 'about'] as const;

/** The actions that the journal records: the changes of the contract. */
const ACTIONS = Object.values(calls)
  .filter(({ isJournaled }) => isJournaled)
  .map(({ method, pattern }) => `${method} ${pattern}`)
  .sort();

const ANY = 'any';

/** Filters of the journal, which the address states. @param entries those shown, whose operators are suggested */
export function JournalFilters({ entries }: { entries: readonly JournalLine[] }) {
  const t = useTranslate();
  const { params, change } = useQuery();
  const actions = ACTIONS.map((id) => ({ id, text: actionText(id, t) }));
  const set = (name: (typeof FILTERS)[number]) => (value: string) =>
    change({ [name]: value === ANY || value === '' ? null : value });
  const chosen = params.get('operator') ?? '';
  return (
    <div className="ui-row ui-center ui-gap-2">
      <SearchField label={t('operations.journal.search')} value={params.get('about') ?? ''} onChange={set('about')} />
      <OperatorField chosen={chosen} entries={entries} onChange={set('operator')} />
      <Select
        hideLabel
        label={t('operations.journal.action')}
        options={[{ id: ANY, text: t('operations.journal.any_action') }, ...actions]}
        value={params.get('action') ?? ANY}
        onChange={set('action')}
      />
    </div>
  );
}

interface OperatorFieldProps {
  /** Name of the operator whose entries are shown; empty: any. */
  chosen: string;
  entries: readonly JournalLine[];
  onChange: (operator: string) => void;
}

/** Any operator can be entered: the entries that are loaded, whose operators are suggested, need not be of all of them. */
function OperatorField({ chosen, entries, onChange }: OperatorFieldProps) {
  const t = useTranslate();
  const [entered, setEntered] = useState(chosen);
  useEffect(() => setEntered(chosen), [chosen]);
  const names = useMemo(() => [...new Set(entries.map(({ operator }) => operator))].sort(), [entries]);
  const suggestions = names.filter((name) => name !== entered && name.toLowerCase().includes(entered.toLowerCase()));
  const enter = (text: string) => {
    setEntered(text);
    // An emptied field ends the filter at once.
    if (text === '') onChange('');
  };
  return (
    <Form layout="journal-operator" isReady={entered.trim() !== chosen} onSubmit={() => onChange(entered.trim())}>
      <SuggestField
        hideLabel
        label={t('operations.journal.operator')}
        placeholder={t('operations.journal.operator_name')}
        value={entered}
        onChange={enter}
        suggestions={suggestions}
        onChoose={onChange}
      />
    </Form>
  );
}
