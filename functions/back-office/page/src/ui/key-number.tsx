import type { ReactNode } from 'react';
import { Change, type ChangeProps } from './change.tsx';
import './key-number.css';
import { InfoTip } from './tooltip.tsx';

interface KeyNumberProps {
  label: string;
  value: string;
  change?: ChangeProps;
  /** Below the value, such as what it is compared with. */
  hint?: ReactNode;
  /** The view with what is counted. */
  href?: string;
  /** What the number means. */
  info?: string;
}

/** A list of key numbers, side by side. */
export function KeyNumbers({ children }: { children: ReactNode }) {
  return <dl className="ui-key-numbers">{children}</dl>;
}

/** A large number with its label and its change. To be used in `KeyNumbers`. */
export function KeyNumber({ label, value, change, hint, href, info }: KeyNumberProps) {
  return (
    <div className="ui-key-number">
      <dt className="ui-key-number__label">
        {label}
        {info && <InfoTip label={label}>{info}</InfoTip>}
      </dt>
      <dd className="ui-key-number__value">
        {href ? <a href={href}>{value}</a> : value}
        {change && <Change {...change} />}
      </dd>
      {hint && <dd className="ui-key-number__hint">{hint}</dd>}
    </div>
  );
}
