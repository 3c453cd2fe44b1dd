import { use } from 'react';
import { useLanguage } from '../use-language.ts';

/** Texts of issues by id. */
export type IssueTexts = Readonly<Record<string, { title: string; impact: string; advice: string }>>;

/** English: answers contain the texts. */
const NONE: IssueTexts = {};
let chinese: Promise<IssueTexts> | null = null;

/** The texts of issues in the chosen language, loaded on first use; until then the component is suspended. */
export function useIssueTexts(): IssueTexts {
  const { language } = useLanguage();
  if (language !== 'zh') return NONE;
  chinese ??= import('../../locales/issues.zh.json').then((file) => file.default);
  return use(chinese);
}
