import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import './button.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps {
  children: ReactNode;
  variant?: Variant;
  icon?: IconName;
  type?: 'button' | 'submit';
  isDisabled?: boolean;
  /** Its action is running: it shows that, and does nothing when it is pressed. */
  isBusy?: boolean;
  /** In place of the text, for assistive technology. */
  label?: string;
  /** Whether what it opens is open: without an icon of its own, it has a triangle that shows this. */
  isExpanded?: boolean;
  onPress?: () => void;
}

/** A button with a text. `primary` is the main action of a view or dialog, `danger` one that cannot be undone. */
export function Button(props: ButtonProps) {
  const { children, variant = 'secondary', icon, isBusy = false, label, isExpanded, type, onPress, ...others } = props;
  return (
    <AriaButton
      {...others}
      {...(label && { 'aria-label': label })}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      {...(isBusy ? { 'aria-disabled': true } : { ...(type && { type }), ...(onPress && { onPress }) })}
      className={classOf(variant)}
    >
      {isBusy ? <span className="ui-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
      {isExpanded !== undefined && !icon && <Icon name="chevron-down" size={12} />}
    </AriaButton>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  children,
  variant = 'secondary',
  icon,
}: {
  href: string;
  children: ReactNode;
  variant?: Variant;
  icon?: IconName;
}) {
  return (
    <a className={classOf(variant)} href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

interface IconButtonProps {
  icon: IconName;
  /** Its name, for assistive technology and below the pointer. */
  label: string;
  isDisabled?: boolean;
  onPress?: () => void;
}

/** A button with an icon only. */
export function IconButton({ icon, label, isDisabled = false, onPress }: IconButtonProps) {
  return (
    <AriaButton className="ui-icon-button" aria-label={label} isDisabled={isDisabled} {...(onPress && { onPress })}>
      <Icon name={icon} />
    </AriaButton>
  );
}

const classOf = (variant: Variant) => `ui-button ui-button--${variant}`;
