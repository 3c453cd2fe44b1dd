import type { ReactNode } from 'react';
import './card.css';

interface PageHeaderProps {
  title: string;
  /** After the title, such as badges. */
  children?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a view, with its main actions. */
export function PageHeader({ title, children, description, actions }: PageHeaderProps) {
  return (
    <div className="ui-page-header">
      <div>
        <h1 className="ui-page-header__title">
          {title}
          {children}
        </h1>
        {description && <p className="ui-page-header__description">{description}</p>}
      </div>
      {actions && <div className="ui-page-header__actions">{actions}</div>}
    </div>
  );
}

/** Parts of a view, one below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="ui-stack">{children}</div>;
}
