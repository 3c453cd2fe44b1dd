import { use } from 'react';
import { useLanguage } from './use-language.ts';

const loadTitles = () => import('../../../../core/site-reports/issues/titles.computed.ts');
let titles: ReturnType<typeof loadTitles> | null = null;

/** Names of the issues of the catalogue by id. */
export type IssueTitles = Readonly<Record<string, string>>;

/** Begins to load the names of issues, for a view that shows them after its data. */
export function preloadIssueTitles() {
  titles ??= loadTitles();
  // The component that uses them reports the failure.
  titles.catch(() => undefined);
}

/** The names of all issues in the chosen language, loaded on first use; until then the component is suspended. */
export function useIssueTitles(): IssueTitles {
  const { language } = useLanguage();
  titles ??= loadTitles();
  return use(titles).issueTitles[language];
}
