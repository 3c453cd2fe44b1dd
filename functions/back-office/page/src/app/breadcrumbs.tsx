import { useText } from '../language/use-language.ts';
import { hrefOf, type Route, viewsAbove } from '../routing/route.ts';

/** The way to the views above the one that is shown. */
export function Breadcrumbs({ route }: { route: Route }) {
  const text = useText();
  const above = viewsAbove(route);
  if (above.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={text.navigation.above}>
      <ol>
        {above.map((view) => (
          <li key={hrefOf(view)}>
            <a href={hrefOf(view)}>{view.view === 'domain' ? view.domain : text.navigation[view.view]}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
