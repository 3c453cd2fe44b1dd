import type { ReactNode } from 'react';
import './facts.css';

/** Properties of something with their names. */
export function Facts({ of }: { of: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="ui-facts">
      {of.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
