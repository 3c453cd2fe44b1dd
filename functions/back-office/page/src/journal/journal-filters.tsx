import type { JournalLine } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';
import { useQuery } from '../routing/use-route.ts';
import { SearchField } from '../ui/fields.tsx';
import { Select } from '../ui/select.tsx';

/** The parameters of the address by which the journal is filtered; the API has the same. */
export const FILTERS = ['operator', 'action', 'about'] as const;

/** The actions that the filter offers, in the order of the list. */
const ACTIONS = [
  'DELETE batches/{id}',
  'DELETE domains/{domain}',
  'DELETE domains/{domain}/reports/{id}',
  'DELETE domains/{domain}/site',
  'DELETE keys/{id}',
  'DELETE watches/{id}',
  'PATCH keys/{id}',
  'PATCH owners/{owner}',
  'PATCH watches/{id}',
  'POST batches',
  'POST domains/changes',
  'POST domains/{domain}/block',
  'POST domains/{domain}/refresh',
  'POST domains/{domain}/reports',
  'POST domains/{domain}/site',
  'POST domains/{domain}/snapshot',
  'POST domains/{domain}/unblock',
  'POST keys',
  'POST keys/{id}/replacement',
  'POST keywords',
  'POST long-tail',
  'POST pages',
  'POST queue/dead-letters/drop',
  'POST queue/dead-letters/retry',
  'POST queue/retry',
  'POST watches',
  'POST watches/{id}/secret',
  'POST watches/{id}/test',
  'POST watches/{id}/test-mail',
] as const;

const ANY = 'any';

/** Filters of the journal, which the address states. @param entries those shown, whose operators can be chosen */
export function JournalFilters({ entries }: { entries: readonly JournalLine[] }) {
  const t = useTranslate();
  const { params, change } = useQuery();
  const chosen = params.get('operator');
  const operators = [...new Set([...entries.map(({ operator }) => operator), ...(chosen ? [chosen] : [])])];
  const actions = ACTIONS.map((id) => ({ id, text: t(`operations.journal.actions.${id}`) }));
  const set = (name: (typeof FILTERS)[number]) => (value: string) => change({ [name]: value === ANY ? null : value });
  return (
    <div className="ui-row ui-center ui-gap-2">
      <SearchField label={t('operations.journal.search')} value={params.get('about') ?? ''} onChange={set('about')} />
      <Select
        hideLabel
        label={t('operations.journal.operator')}
        options={[
          { id: ANY, text: t('operations.journal.any_operator') },
          ...operators.map((id) => ({ id, text: id })),
        ]}
        value={chosen ?? ANY}
        onChange={set('operator')}
      />
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
