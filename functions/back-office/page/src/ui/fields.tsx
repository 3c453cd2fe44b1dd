import type { ReactNode } from 'react';
import {
  Button,
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  Radio,
  RadioGroup as AriaRadioGroup,
  SearchField as AriaSearchField,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import './field.css';
import './choices.css';

interface TextFieldProps {
  label: string;
  /** The parameter of the API: where a form is refused, the field shows what is wrong with it. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
  placeholder?: string;
  type?: 'text' | 'password' | 'url' | 'number' | 'date' | 'datetime-local';
  /** More than one: several lines. */
  rows?: number;
  maxLength?: number;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** A field for text, with its label, a hint and what is wrong. */
export function TextField({ label, hint, error, placeholder, rows = 1, ...field }: TextFieldProps) {
  const shown = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      {...field}
      className="ui-field"
      {...(error !== undefined && { isInvalid: true })}
      autoComplete={field.type === 'password' ? 'new-password' : 'off'}
    >
      <Label className="ui-small ui-medium">{label}</Label>
      {rows > 1 ? <TextArea className="ui-input" rows={rows} {...shown} /> : <Input className="ui-input" {...shown} />}
      {hint && (
        <Text slot="description" className="ui-quiet ui-small">
          {hint}
        </Text>
      )}
      <FieldError className="ui-bad ui-small">{error}</FieldError>
    </AriaTextField>
  );
}

interface SearchFieldProps {
  /** Its name, for assistive technology. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  onSubmit?: (value: string) => void;
}

/** A field that searches or filters while one types; Escape empties it. */
export function SearchField({ label, placeholder, ...field }: SearchFieldProps) {
  return (
    <AriaSearchField {...field} className="ui-search" aria-label={label}>
      <Icon name="search" />
      <Input className="ui-input" placeholder={placeholder ?? label} />
      <Button className="ui-search__clear">
        <Icon name="close" size={12} />
      </Button>
    </AriaSearchField>
  );
}

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  /** Some of the items that it includes are selected. */
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  children?: ReactNode;
  /** In place of a visible text, for assistive technology. */
  label?: string;
}

/** A box to tick. */
export function Checkbox({ children, label, isIndeterminate = false, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      isIndeterminate={isIndeterminate}
      className="ui-checkbox"
      {...(label && { 'aria-label': label })}
    >
      <span className="ui-checkbox__box">
        <Icon name={isIndeterminate ? 'minus' : 'check'} size={14} />
      </span>
      {children}
    </AriaCheckbox>
  );
}

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
      <Label className="ui-small ui-medium">{label}</Label>
      {options.map(({ id, text, description }) => (
        <Radio key={id} value={id} className="ui-radio">
          <span className="ui-radio__mark" />
          <span>
            {text}
            {description && <span className="ui-block ui-quiet ui-small">{description}</span>}
          </span>
        </Radio>
      ))}
      {hint && (
        <Text slot="description" className="ui-quiet ui-small">
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
      className="ui-choices ui-choices--radio"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(id) => onChange(id as Id)}
    >
      {options.map(({ id, text }) => (
        <Radio key={id} value={id} className="ui-choices__choice">
          {text}
        </Radio>
      ))}
    </AriaRadioGroup>
  );
}
