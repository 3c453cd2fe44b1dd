import { useMemo, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { changePeriods } from '../shared/before.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { SearchField, TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { CheckMenu, Select } from '../ui/select.tsx';
import { Chip } from '../ui/values.tsx';
import { headerOf } from './domain-columns.tsx';
import {
  type Condition,
  conditionText,
  fixedWords,
  isMetric,
  isProperty,
  metricOperators,
  operatorText,
  properties,
  type Property,
  valueText,
  wordOperators,
} from './domain-filter.ts';
import type { PortfolioView } from './domains-address.ts';
import type { PortfolioRow } from './portfolio-row.ts';
import { choosableIds, type ColumnId } from './shown-columns.ts';

interface FilterBarProps {
  /** All rows: their tags can be chosen. */
  rows: readonly PortfolioRow[];
  view: PortfolioView;
  shown: readonly ColumnId[];
  /** Columns that cannot be hidden now. */
  needed: readonly ColumnId[];
  onChange: (change: Partial<PortfolioView>) => void;
  onColumns: (ids: readonly ColumnId[]) => void;
}

/** What is edited: a new condition, or the one at an index. */
interface Edited {
  property: Property;
  index: number | null;
}

/** Search, filters, the period of changes, and the columns of the table. */
export function FilterBar({ rows, view, shown, needed, onChange, onColumns }: FilterBarProps) {
  const t = useTranslate();
  const [edited, setEdited] = useState<Edited | null>(null);
  const tags = useMemo(() => [...new Set(rows.flatMap((row) => row.tags))].sort(), [rows]);
  const { conditions } = view.filter;
  const setConditions = (next: readonly Condition[]) => onChange({ filter: { ...view.filter, conditions: next } });
  const apply = (condition: Condition) => {
    const index = edited?.index ?? conditions.length;
    setConditions(conditions.toSpliced(index, 1, condition));
    setEdited(null);
  };
  return (
    <div className="domains-filters ui-column ui-gap-2">
      <div className="domains-filters__row ui-row ui-center ui-gap-2">
        <SearchField label={t('domains.search')} value={view.name} onChange={(name) => onChange({ name })} />
        <Menu
          icon="plus"
          actions={properties
            .filter((property) => property !== 'tag' || tags.length > 0)
            .map((property) => ({
              id: property,
              text: t(`domains.properties.${property}`),
              act: () => setEdited({ property, index: null }),
            }))}
        >
          {t('domains.filters.add')}
        </Menu>
        <span className="domains-filters__end ui-row ui-gap-2 ui-end">
          <Select
            hideLabel
            label={t('domains.period_label')}
            options={changePeriods.map((days) => ({ id: String(days), text: t('domains.period', { days }) }))}
            value={String(view.period)}
            onChange={(id) => onChange({ period: changePeriods.find((days) => String(days) === id)! })}
          />
          <CheckMenu
            options={choosableIds.map((id) => ({ id, text: headerOf(id, view.period, t) }))}
            selected={shown}
            fixed={needed}
            onChange={(ids) => onColumns(['domain', ...ids])}
          >
            {t('domains.column_menu')}
          </CheckMenu>
        </span>
      </div>
      {conditions.length > 0 && (
        <div className="domains-filters__row ui-row ui-center ui-gap-2">
          {conditions.map((condition, index) => {
            const text = conditionText(condition, t);
            return (
              <Chip
                key={text}
                text={text}
                removeLabel={t('domains.filters.remove', { filter: text })}
                onPress={() => isProperty(condition.property) && setEdited({ property: condition.property, index })}
                onRemove={() => setConditions(conditions.toSpliced(index, 1))}
              />
            );
          })}
          {conditions.length > 1 && (
            <Select
              hideLabel
              label={t('domains.filters.operation')}
              options={[
                { id: 'all', text: t('domains.filters.all') },
                { id: 'any', text: t('domains.filters.any') },
              ]}
              value={view.filter.isAny ? 'any' : 'all'}
              onChange={(id) => onChange({ filter: { ...view.filter, isAny: id === 'any' } })}
            />
          )}
          <Button variant="quiet" onPress={() => setConditions([])}>
            {t('domains.filters.clear')}
          </Button>
        </div>
      )}
      {edited && (
        <FilterDialog
          property={edited.property}
          condition={edited.index === null ? null : conditions[edited.index]!}
          values={edited.property in fixedWords ? fixedWords[edited.property as keyof typeof fixedWords] : tags}
          onApply={apply}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface FilterDialogProps {
  property: Property;
  /** The condition that is changed; `null`: a new one. */
  condition: Condition | null;
  /** Values to choose from, for properties of words. */
  values: readonly string[];
  onApply: (condition: Condition) => void;
  onClose: () => void;
}

/** A dialog for the operator and the value of a condition. */
function FilterDialog({ property, condition, values, onApply, onClose }: FilterDialogProps) {
  const t = useTranslate();
  const operators: readonly string[] = isMetric(property) ? metricOperators : wordOperators;
  const [operator, setOperator] = useState(condition?.operator ?? operators[0]!);
  const [value, setValue] = useState(condition?.value ?? (isMetric(property) ? '' : (values[0] ?? '')));
  const isValid = value.trim() !== '' && (!isMetric(property) || Number.isFinite(Number(value)));
  return (
    <FormDialog
      title={t(`domains.properties.${property}`)}
      submit={t('domains.filters.apply')}
      isDisabled={!isValid}
      onSubmit={() => {
        onApply({ property, operator, value: value.trim() });
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      <Select
        label={t('domains.filters.condition')}
        options={operators.map((id) => ({ id, text: operatorText(property, id, t) }))}
        value={operator}
        onChange={setOperator}
      />
      {isMetric(property) ? (
        <TextField label={t('domains.filters.value')} type="number" value={value} onChange={setValue} autoFocus />
      ) : (
        <Select
          label={t('domains.filters.value')}
          options={values.map((id) => ({ id, text: valueText(property, id, t) }))}
          value={value}
          onChange={setValue}
        />
      )}
    </FormDialog>
  );
}
