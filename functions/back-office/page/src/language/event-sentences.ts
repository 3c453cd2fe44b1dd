import { useMemo } from 'react';
import { createDescribeEvent, type DescribeEvent } from '../../../../core/watches/event-sentences.ts';
import { useIssueTitles } from './issue-titles.ts';
import { useLanguage } from './use-language.ts';

/** Returns the function that describes events of watches in the chosen language. */
export function useDescribeEvent(): DescribeEvent {
  const { language } = useLanguage();
  const titles = useIssueTitles();
  return useMemo(() => createDescribeEvent(language, titles), [language, titles]);
}
