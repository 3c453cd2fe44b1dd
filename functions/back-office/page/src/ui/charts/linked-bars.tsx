import type { ReactNode } from 'react';
import './linked-bars.css';
import { type ChartTone, toneClass } from './tone.ts';

/** A part of a picture, which leads to what it stands for. */
export interface LinkedPart {
  id: string;
  name: ReactNode;
  value: number;
  /** The value in words. */
  text: string;
  tone: ChartTone;
  /** Without it, the part leads nowhere. */
  href?: string | undefined;
}

interface LinkedBarsProps {
  /** What it shows, for assistive technology. */
  label: string;
  parts: readonly LinkedPart[];
  /** Of which the bars are parts; by default the greatest value. */
  whole?: number;
}

/** A horizontal bar for each part, with its name and value as text. */
export function LinkedBars({ label, parts, whole }: LinkedBarsProps) {
  const most = whole ?? Math.max(...parts.map(({ value }) => value));
  return (
    <ul className="ui-linked-bars" aria-label={label}>
      {parts.map(({ id, name, value, text, tone, href }) => (
        <li key={id}>
          <Linked href={href}>
            <span className="ui-linked-bars__head">
              <span>{name}</span>
              <b>{text}</b>
            </span>
            <span className="ui-linked-bars__track" aria-hidden="true">
              <span className={toneClass(tone)} style={{ inlineSize: `${most > 0 ? (100 * value) / most : 0}%` }} />
            </span>
          </Linked>
        </li>
      ))}
    </ul>
  );
}

/** Parts of a whole as one bar, with their names and values below it. Parts without pages are left out. */
export function PartsBar({ label, parts }: { label: string; parts: readonly LinkedPart[] }) {
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <div>
      <div className="ui-parts-bar" aria-hidden="true">
        {shown.map(({ id, value, tone, href }) => (
          <a key={id} className={toneClass(tone)} href={href} tabIndex={-1} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul className="ui-parts-list" aria-label={label}>
        {shown.map(({ id, name, text, tone, href }) => (
          <li key={id} className={toneClass(tone)}>
            <Linked href={href}>
              <span>{name}</span>
              <b>{text}</b>
            </Linked>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href === undefined ? (
    <span className="ui-linked">{children}</span>
  ) : (
    <a className="ui-linked" href={href}>
      {children}
    </a>
  );
}
