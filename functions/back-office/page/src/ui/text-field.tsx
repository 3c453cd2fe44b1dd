import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import './field.css';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
  placeholder?: string;
  type?: 'text' | 'url' | 'number' | 'date' | 'datetime-local';
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
    <AriaTextField {...field} className="ui-field" isInvalid={error !== undefined} autoComplete="off">
      <Label className="ui-field__label">{label}</Label>
      {rows > 1 ? <TextArea className="ui-input" rows={rows} {...shown} /> : <Input className="ui-input" {...shown} />}
      {hint && (
        <Text slot="description" className="ui-field__hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-field__error">{error}</FieldError>
    </AriaTextField>
  );
}
