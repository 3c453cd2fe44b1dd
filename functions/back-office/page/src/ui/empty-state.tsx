import type { ReactNode } from 'react';
import './card.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

interface EmptyStateProps {
  title: string;
  icon?: IconName;
  /** Why there is nothing, and what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

/** In place of a list or chart without content. */
export function EmptyState({ title, icon = 'search', children, action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <Icon name={icon} size={24} />
      <p className="ui-empty__title">{title}</p>
      {children && <p className="ui-empty__text">{children}</p>}
      {action}
    </div>
  );
}
