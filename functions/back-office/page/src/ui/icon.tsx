import { type IconName, iconPaths } from './icon-paths.ts';

/** The meaning of a colour. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A small line icon in the colour of the text, or of a tone. It has no name of its own: the text or label next to it has. */
export function Icon({ name, size = 16, tone }: { name: IconName; size?: number; tone?: Tone | undefined }) {
  return (
    <svg
      className={tone ? `ui-icon ui-${tone === 'neutral' ? 'quiet' : tone}` : 'ui-icon'}
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** The product's sign: the arc of a gauge with its needle. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 16 16" fill="none" strokeLinecap="round">
      <path d="M3.05 12.95a7 7 0 1 1 9.9 0" stroke="var(--border-field)" strokeWidth="2" strokeOpacity=".45" />
      <path d="M3.05 12.95A7 7 0 0 1 10.68 1.53" stroke="var(--accent)" strokeWidth="2" />
      <path d="M8 8l2.6-3.4" stroke="var(--accent)" strokeWidth="2" />
      <circle cx="8" cy="8" r="2" fill="var(--accent)" />
    </svg>
  );
}
