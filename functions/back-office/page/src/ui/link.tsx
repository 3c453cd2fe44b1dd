import type { ReactNode } from 'react';
import './link.css';

/** A link to a view. */
export function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="ui-link" href={href}>
      {children}
    </a>
  );
}
