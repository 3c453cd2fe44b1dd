import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainSummary } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';

/** Labels for the state of a domain. */
export function DomainState({ of: { followed, blocked, complete } }: { of: DomainSummary }) {
  const text = useText();
  return (
    <SpaceBetween direction="horizontal" size="xxs">
      {followed && <Badge color="blue">{text.domains.followed}</Badge>}
      {blocked && <Badge color="red">{text.domains.blocked}</Badge>}
      {complete === false && <Badge color="grey">{text.domains.incomplete}</Badge>}
    </SpaceBetween>
  );
}
