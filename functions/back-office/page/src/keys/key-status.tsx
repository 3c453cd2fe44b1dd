import { useText } from '../language/use-language.ts';
import { Badge } from '../ui/badge.tsx';

/** Whether a key gives access. */
export function KeyStatus({ enabled }: { enabled: boolean }) {
  const { keys } = useText();
  return <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? keys.enabled : keys.disabled}</Badge>;
}
