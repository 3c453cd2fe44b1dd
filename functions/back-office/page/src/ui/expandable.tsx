import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import './expandable.css';
import { Icon } from './icon.tsx';

interface ExpandableProps {
  /** Of the button, which receives the focus when a link leads to it. */
  id?: string;
  title: ReactNode;
  /** At the end of the heading, such as counts. */
  summary?: ReactNode;
  level?: 2 | 3 | 4;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A heading with content that opens below it. The content is printed in either case. */
export function Expandable({ id, title, summary, level = 3, isOpen, onToggle, children }: ExpandableProps) {
  const panelId = useId();
  const Heading = `h${level}` as const;
  return (
    <div className="ui-expandable">
      <Heading className="ui-expandable__heading">
        <Button
          {...(id !== undefined && { id })}
          className="ui-expandable__button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onPress={() => onToggle(!isOpen)}
        >
          <span className="ui-expandable__title">{title}</span>
          {summary && <span className="ui-expandable__summary">{summary}</span>}
          <Icon name="chevron-down" />
        </Button>
      </Heading>
      <div id={panelId} className="ui-expandable__panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
