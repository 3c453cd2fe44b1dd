import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslate } from '../language/use-translate.ts';
import { Icon } from './icon.tsx';
import './tooltip.css';

/**
 * An explanation that opens on a press, so that it can be read on touch screens as well.
 *
 * @param label what it explains
 */
export function InfoTip({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <DialogTrigger>
      <Button className="ui-info-tip" aria-label={t('ui.about', { name: label })}>
        <Icon name="info" size={14} />
      </Button>
      <Popover className="ui-tooltip" placement="top">
        <Dialog aria-label={t('ui.about', { name: label })}>{children}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}
