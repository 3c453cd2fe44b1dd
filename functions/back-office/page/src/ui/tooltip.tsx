import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslate } from '../language/use-language.ts';
import { Icon } from './icon.tsx';
import './tooltip.css';

interface InfoTipProps {
  /** What it explains. */
  label: string;
  children: ReactNode;
  /** It explains a failure. */
  isWarning?: boolean;
}

/** An explanation that opens on a press, so that it can be read on touch screens as well. */
export function InfoTip({ label, children, isWarning = false }: InfoTipProps) {
  const t = useTranslate();
  return (
    <DialogTrigger>
      <Button
        className={isWarning ? 'ui-info-tip ui-info-tip--warning' : 'ui-info-tip'}
        aria-label={t('ui.about', { name: label })}
      >
        <Icon name={isWarning ? 'warning' : 'info'} size={14} />
      </Button>
      <Popover className="ui-tooltip" placement="top">
        <Dialog aria-label={t('ui.about', { name: label })}>{children}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}
