import { type ReactNode, useRef } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Icon } from './icon.tsx';
import { useShownWithin } from './show-within.ts';
import './link.css';
import './tabs.css';
import './choices.css';

/** A link to a view. */
export function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="ui-link" href={href}>
      {children}
    </a>
  );
}

/** A link to another site, in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <a className="ui-link" href={href} target="_blank" rel="noopener noreferrer">
      {children} <Icon name="external" size={12} />
      <span className="visually-hidden">{t('ui.new_tab')}</span>
    </a>
  );
}

interface TabLink {
  id: string;
  text: string;
  href: string;
  /** Number of what it shows, formatted. */
  count?: string;
}

interface TabLinksProps {
  /** Its name, for assistive technology. */
  label: string;
  links: readonly TabLink[];
  /** The id of the link whose content is shown. */
  current: string;
}

/** Links of which one is chosen, side by side. */
export function ChoiceLinks({ label, links, current }: TabLinksProps) {
  return (
    <nav className="ui-choices" aria-label={label}>
      {links.map(({ id, text, href, count }) => (
        <a key={id} className="ui-choices__choice" href={href} aria-current={id === current ? 'true' : undefined}>
          {text} {count !== undefined && <span className="ui-digits ui-regular">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** Links to the parts or the filters of a view, of which one is shown. They look like tabs, and each has an address. */
export function TabLinks({ label, links, current }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null);
  useShownWithin(nav, '[aria-current]', current);
  return (
    <nav ref={nav} className="ui-tab-links" aria-label={label}>
      {links.map(({ id, text, href, count }) => (
        <a key={id} className="ui-tab-links__link" href={href} aria-current={id === current ? 'true' : undefined}>
          {text}
          {count !== undefined && (
            <span className="ui-tab-links__count ui-soft-neutral ui-smaller ui-digits">{count}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
