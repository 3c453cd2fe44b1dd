import type { ReactNode } from 'react';
import './badge.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A short state or property. The text says it, the colour only underlines it. */
export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: Tone }) {
  return <span className={`ui-badge ui-badge--${tone}`}>{children}</span>;
}
