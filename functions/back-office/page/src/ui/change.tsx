import { useTranslate } from '../language/use-language.ts';
import './badge.css';
import { Icon } from './icon.tsx';

export interface ChangeProps {
  /** How much, formatted and without a sign. */
  amount: string;
  direction: 'up' | 'down';
  isBetter: boolean | null;
}

/** By how much a value has changed: the arrow shows the direction, the colour whether it is better. */
export function Change({ amount, direction, isBetter }: ChangeProps) {
  const t = useTranslate();
  const tone = isBetter === null ? '' : isBetter ? ' ui-change--good' : ' ui-change--bad';
  const judged = isBetter === null ? '' : isBetter ? t('ui.better') : t('ui.worse');
  return (
    <span className={`ui-change${tone}`}>
      <Icon name={direction} size={12} />
      {amount}
      {judged && <span className="visually-hidden">{judged}</span>}
    </span>
  );
}
