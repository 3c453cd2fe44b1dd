import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { IconButton } from './button.tsx';
import './banner.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

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
    <div className={`ui-banner ui-banner--${tone}`} role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} />
      <div className="ui-banner__content">
        {title && <div className="ui-banner__title">{title}</div>}
        {children && <div>{children}</div>}
      </div>
      {action}
      {onDismiss && <IconButton icon="close" label={t('ui.close')} onPress={onDismiss} />}
    </div>
  );
}
