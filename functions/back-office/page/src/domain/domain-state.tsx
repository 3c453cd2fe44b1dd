import { useText } from '../language/use-language.ts';
import { type LabelProps, Labels } from '../shared/labels.tsx';

interface DomainStateProps {
  /** `complete`: not known of a domain in the list. */
  of: { followed: boolean; blocked: boolean; complete?: boolean | null };
}

/** Labels for the state of a domain. */
export function DomainState({ of: { followed, blocked, complete } }: DomainStateProps) {
  const { domains: text } = useText();
  const labels: (LabelProps | false)[] = [
    followed && { color: 'blue', text: text.followed },
    blocked && { color: 'red', text: text.blocked },
    complete === false && { color: 'grey', text: text.incomplete },
  ];
  return <Labels of={labels.filter((label) => label !== false)} />;
}
