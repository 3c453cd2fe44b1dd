import { useTranslate } from '../language/use-translate.ts';
import { Badge } from '../ui/badge.tsx';

/** Whether a key gives access. */
export function KeyStatus({ enabled }: { enabled: boolean }) {
  const t = useTranslate();
  return <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'keys.enabled' : 'keys.disabled')}</Badge>;
}
