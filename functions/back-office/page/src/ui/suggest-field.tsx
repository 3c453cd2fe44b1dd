import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import './field.css';
import './menu.css';

interface SuggestFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Texts that fit the value; others can be entered too. */
  suggestions: readonly string[];
  /** A suggestion was chosen. */
  onChoose: (suggestion: string) => void;
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
  placeholder?: string;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
}

/** A field for text with suggestions below it. The Enter key chooses the focused one; without one it submits the form. */
export function SuggestField({ label, value, onChange, suggestions, onChoose, ...props }: SuggestFieldProps) {
  const { hint, error, placeholder, hideLabel = false } = props;
  const items = useMemo(() => suggestions.map((id) => ({ id })), [suggestions]);
  return (
    // The library would only close the list.
    <div className="ui-suggest" onKeyDownCapture={submitUnlessFocused}>
      <ComboBox
        className="ui-field"
        allowsCustomValue
        menuTrigger="input"
        items={items}
        value={null}
        onChange={(key) => key !== null && onChoose(String(key))}
        inputValue={value}
        onInputChange={onChange}
        {...(hideLabel && { 'aria-label': label })}
        {...(error !== undefined && { isInvalid: true })}
      >
        {!hideLabel && <Label className="ui-small ui-medium">{label}</Label>}
        <Input className="ui-input" autoComplete="off" placeholder={placeholder ?? ''} />
        {hint && (
          <Text slot="description" className="ui-quiet ui-small">
            {hint}
          </Text>
        )}
        <FieldError className="ui-bad ui-small">{error}</FieldError>
        <Popover className="ui-popover">
          <ListBox<{ id: string }> className="ui-menu">
            {({ id }) => (
              <ListBoxItem className="ui-menu__item" id={id} textValue={id}>
                {id}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </div>
  );
}

function submitUnlessFocused(event: KeyboardEvent) {
  const { target, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  if (target.getAttribute('aria-activedescendant')) return;
  event.preventDefault();
  event.stopPropagation();
  target.form?.requestSubmit();
}
