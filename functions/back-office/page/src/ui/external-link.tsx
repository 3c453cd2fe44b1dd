import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Icon } from './icon.tsx';
import './link.css';

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
