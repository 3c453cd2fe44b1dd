import { type CSSProperties, type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon } from './icon.tsx';
import './card.css';
import './expandable.css';

interface PageHeaderProps {
  title: ReactNode;
  /** Before the title: the way to the views above. */
  above?: ReactNode;
  /** After the title, such as badges. */
  children?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a view, with its main actions. */
export function PageHeader({ title, above, children, description, actions }: PageHeaderProps) {
  return (
    <div className="ui-page-header ui-row ui-top ui-between ui-gap-2 ui-gap-x-4">
      <div className="ui-page-header__head">
        <div className="ui-page-header__names ui-row ui-center ui-gap-1 ui-gap-x-2">
          {above}
          <h1 className="ui-page-header__title">{title}</h1>
          {children}
        </div>
        {description && <p className="ui-card__description ui-quiet">{description}</p>}
      </div>
      {actions && <div className="ui-row ui-gap-2">{actions}</div>}
    </div>
  );
}

/** Parts of a view, one below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="ui-stack">{children}</div>;
}

export interface CardProps {
  title?: string;
  /** After the title, such as the number of items. */
  counter?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** The content reaches the edges, such as a table's. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A part of a view in a frame of its own. With a title, it is a named region. */
export function Card({ title, counter, description, actions, isFlush = false, children }: CardProps) {
  const id = useId();
  return (
    <section className="ui-card" aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || actions) && (
        <div className="ui-card__head ui-row ui-center ui-between ui-gap-2 ui-gap-x-4">
          <div>
            <h2 className="ui-card__title ui-line ui-center">
              <span id={id}>{title}</span>
              {counter !== undefined && <span className="ui-quiet ui-regular">{counter}</span>}
            </h2>
            {description && <p className="ui-card__description ui-quiet ui-small">{description}</p>}
          </div>
          {actions && <div className="ui-row ui-center ui-gap-2">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? 'ui-card__body ui-card__body--flush' : 'ui-card__body'}>{children}</div>
    </section>
  );
}

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
          className="ui-expandable__button ui-target"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onPress={() => onToggle(!isOpen)}
        >
          <span className="ui-grow ui-shrink ui-strong">{title}</span>
          {summary && <span className="ui-expandable__summary ui-row ui-center ui-gap-1 ui-gap-x-2">{summary}</span>}
          <Icon name="chevron-down" />
        </Button>
      </Heading>
      <div id={panelId} className="ui-expandable__panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

/** Of columns of a grid (`ui-grid`), in pixels. */
export const leastWidth = (pixels: number) => ({ '--least': `${pixels}px` }) as CSSProperties;
