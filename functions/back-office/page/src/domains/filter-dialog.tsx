import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { useDescribeError } from '../loading/use-notify.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type Condition, isMetric, metricOperators, type Property, wordOperators } from './domain-filter.ts';
import { operatorText, valueText } from './filter-words.ts';

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
export function FilterDialog({ property, condition, values, onApply, onClose }: FilterDialogProps) {
  const t = useTranslate();
  const describeError = useDescribeError();
  const operators: readonly string[] = isMetric(property) ? metricOperators : wordOperators;
  const [operator, setOperator] = useState(condition?.operator ?? operators[0]!);
  const [value, setValue] = useState(condition?.value ?? (isMetric(property) ? '' : (values[0] ?? '')));
  const isValid = value.trim() !== '' && (!isMetric(property) || Number.isFinite(Number(value)));
  return (
    <FormDialog
      title={t(`domains.properties.${property}`)}
      submit={t('domains.filters.apply')}
      isDisabled={!isValid}
      describeError={describeError}
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
