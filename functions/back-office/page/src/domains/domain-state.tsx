import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useText } from '../language/use-language.ts';

interface DomainStateProps {
  /** `complete`: not known of a domain in the list. */
  of: { followed: boolean; blocked: boolean; complete?: boolean | null };
}

/** Labels for the state of a domain. */
export function DomainState({ of: { followed, blocked, complete } }: DomainStateProps) {
  const text = useText();
  return (
    <SpaceBetween direction="horizontal" size="xxs">
      {followed && <Badge color="blue">{text.domains.followed}</Badge>}
      {blocked && <Badge color="red">{text.domains.blocked}</Badge>}
      {complete === false && <Badge color="grey">{text.domains.incomplete}</Badge>}
    </SpaceBetween>
  );
}
