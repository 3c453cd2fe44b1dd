import { use, useMemo } from 'react';
import { createDescribeEvent, type DescribeEvent } from '../../../../core/watches/event-sentences.ts';
import { useLanguage } from './use-language.ts';

const loadTitles = () => import('../../../../core/site-reports/issues/titles.computed.ts');
let titles: ReturnType<typeof loadTitles> | null = null;

/**
 * Returns the function that describes events of watches in the chosen language. Titles of issues are loaded on first use;
 * until then the component is suspended.
 */
export function useDescribeEvent(): DescribeEvent {
  const { language } = useLanguage();
  titles ??= loadTitles();
  const { issueTitles } = use(titles);
  return useMemo(() => createDescribeEvent(language, issueTitles[language]), [language, issueTitles]);
}
