import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup as AriaRadioGroup, Text } from 'react-aria-components';
import './field.css';

interface RadioGroupProps<Id extends string> {
  label: string;
  hint?: ReactNode;
  options: readonly { id: Id; text: string; description?: string }[];
  /** `null`: none yet. */
  value: Id | null;
  onChange: (value: Id) => void;
}

/** A choice of one of few options, all of which are shown. */
export function RadioGroup<Id extends string>({ label, hint, options, value, onChange }: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup className="ui-field" value={value} onChange={(id) => onChange(id as Id)}>
      <Label className="ui-field__label">{label}</Label>
      {options.map(({ id, text, description }) => (
        <Radio key={id} value={id} className="ui-radio">
          <span className="ui-radio__mark" />
          <span>
            {text}
            {description && <span className="ui-radio__description">{description}</span>}
          </span>
        </Radio>
      ))}
      {hint && (
        <Text slot="description" className="ui-field__hint">
          {hint}
        </Text>
      )}
    </AriaRadioGroup>
  );
}

/** A choice between a few short options in one line, such as periods of time. */
export function Segments<Id extends string>({ label, options, value, onChange }: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup
      className="ui-segments"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(id) => onChange(id as Id)}
    >
      {options.map(({ id, text }) => (
        <Radio key={id} value={id} className="ui-segments__option">
          {text}
        </Radio>
      ))}
    </AriaRadioGroup>
  );
}
