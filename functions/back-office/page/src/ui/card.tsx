import { type ReactNode, useId } from 'react';
import './card.css';

interface CardProps {
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
        <div className="ui-card__head">
          <div>
            <h2 className="ui-card__title">
              <span id={id}>{title}</span>
              {counter !== undefined && <span className="ui-card__counter">{counter}</span>}
            </h2>
            {description && <p className="ui-card__description">{description}</p>}
          </div>
          {actions && <div className="ui-card__actions">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? 'ui-card__body ui-card__body--flush' : 'ui-card__body'}>{children}</div>
    </section>
  );
}
