import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { IconButton } from './button.tsx';
import type { IconName } from './icon-paths.ts';
import { Icon } from './icon.tsx';
import './banner.css';
import './card.css';
import './skeleton.css';
import './button.css';

type BannerTone = 'info' | 'good' | 'warn' | 'bad';

const ICONS: Record<BannerTone, IconName> = { info: 'info', good: 'success', warn: 'warning', bad: 'error' };

interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
}

/** A message within a view. Errors and warnings are announced at once. */
export function Banner({ tone = 'info', title, children, action, onDismiss }: BannerProps) {
  const t = useTranslate();
  return (
    <div
      className={`ui-banner ui-line ui-top ui-gap-3 ui-soft-${tone === 'info' ? 'accent' : tone}`}
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[tone]} tone={tone === 'info' ? 'accent' : tone} />
      <div className="ui-grow ui-shrink ui-anywhere">
        {title && <div className="ui-strong">{title}</div>}
        {children && <div>{children}</div>}
      </div>
      {action}
      {onDismiss && <IconButton icon="close" label={t('ui.close')} onPress={onDismiss} />}
    </div>
  );
}

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
    <div className="ui-empty ui-column ui-center ui-gap-2">
      <Icon name={icon} size={24} />
      <p className="ui-empty__title ui-bare ui-strong">{title}</p>
      {children && <p className="ui-empty__text ui-bare">{children}</p>}
      {action}
    </div>
  );
}

/**
 * A grey shape in place of content that is loading. The part of the view around it announces that it is loading.
 *
 * @param height in pixels
 */
export function Skeleton({ height = 16 }: { height?: number }) {
  return <span className="ui-skeleton" aria-hidden="true" style={{ height }} />;
}

/** Shown while something is loading whose shape is not known yet. */
export function Spinner() {
  const t = useTranslate();
  return (
    <div className="ui-loading" role="status" aria-label={t('ui.loading')}>
      <span className="ui-spinner ui-spinner--large" />
    </div>
  );
}
