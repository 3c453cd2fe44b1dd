import { useTranslate } from '../language/use-translate.ts';
import { hrefOf, type Route, viewsAbove } from '../routing/route.ts';

/** The way to the views above the one that is shown. */
export function Breadcrumbs({ route }: { route: Route }) {
  const t = useTranslate();
  const above = viewsAbove(route);
  if (above.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={t('frame.breadcrumbs')}>
      <ol>
        {above.map((view) => (
          <li key={hrefOf(view)}>
            <a href={hrefOf(view)}>{view.view === 'domain' ? view.domain : t(`navigation.${view.view}`)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
