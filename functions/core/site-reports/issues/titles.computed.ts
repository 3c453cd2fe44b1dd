import { ISSUES } from './index.ts';
import chinese from './issues.zh.json' with { type: 'json' };

/**
 * Titles of issues by id, in each language of the workspace. The build of functions and page replaces this module with its
 * value (`functions/computed-modules.ts`), so that neither the rules nor their other texts are loaded.
 */
export const issueTitles: Readonly<Record<'en' | 'zh', Readonly<Record<string, string>>>> = {
  en: Object.fromEntries(ISSUES.map(({ id, title }) => [id, title])),
  zh: Object.fromEntries(Object.entries(chinese).map(([id, { title }]) => [id, title])),
};
