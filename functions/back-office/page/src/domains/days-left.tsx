import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useText } from '../language/use-language.ts';

interface DaysLeftProps {
  /** Negative where it has ended. */
  days: number;
  /** From how many days on it is time to act. */
  warnFrom: number;
}

/** Whole days until something ends. */
export function DaysLeft({ days, warnFrom }: DaysLeftProps) {
  const { overview } = useText();
  const t = useTranslate();
  const format = useFormat();
  if (days < 0)
    return <StatusIndicator type="error">{t('portfolio.ended', { days: format.number(-days) })}</StatusIndicator>;
  const left = overview.days_left(format.number(days));
  return days <= warnFrom ? <StatusIndicator type="warning">{left}</StatusIndicator> : left;
}
