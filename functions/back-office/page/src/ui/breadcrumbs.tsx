import { useTranslate } from '../language/use-language.ts';
import './breadcrumbs.css';

interface BreadcrumbsProps {
  /** The views above the shown one, from the top. */
  views: readonly { href: string; text: string }[];
  /** They are in the line of the heading, and not above it. */
  isInline?: boolean;
}

/** The way to the views above the one that is shown. */
export function Breadcrumbs({ views, isInline = false }: BreadcrumbsProps) {
  const t = useTranslate();
  if (views.length === 0) return null;
  return (
    <nav className={isInline ? 'breadcrumbs breadcrumbs--inline' : 'breadcrumbs'} aria-label={t('frame.breadcrumbs')}>
      <ol className="ui-list ui-row ui-gap-1 ui-gap-x-2 ui-quiet ui-small">
        {views.map(({ href, text }) => (
          <li key={href}>
            <a className="ui-plain-link" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
