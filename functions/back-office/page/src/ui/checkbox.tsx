import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import './field.css';
import { Icon } from './icon.tsx';

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  /** Some of what it stands for is selected. */
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
