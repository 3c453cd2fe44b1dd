import { use } from 'react';
import { ITEM_REASONS } from '../../../../core/analysis/rules/item-reasons.ts';
import type { catalogue } from '../../../../core/site-reports/issues/catalogue.computed.ts';
import type { SiteAnswer } from '../../../../core/record/site-schema.ts';
import type { Language } from './choose-language.ts';
import { type Translate, translateMessage } from './messages.ts';
import { useLanguage } from './use-language.ts';

export type Issue = NonNullable<SiteAnswer['issues']>[number];

/** The most severe first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = Issue['severity'];

/** Texts of issues by id. */
export type IssueTexts = Readonly<Record<string, { title: string; impact: string; how_to_fix: string }>>;

interface IssueWords {
  title: string;
  /** What the issue costs; `null`: the crawl was stored by 0.2. */
  impact: string | null;
  /** How to fix it. */
  how_to_fix: string;
}

/** An issue of the catalogue. */
type CatalogueIssue = (typeof catalogue)['items'][number];

let english: Promise<ReadonlyMap<string, CatalogueIssue>> | null = null;

function readCatalogue(): Promise<ReadonlyMap<string, CatalogueIssue>> {
  english ??= import('../../../../core/site-reports/issues/catalogue.computed.ts').then(
    (file) => new Map(file.catalogue.items.map((issue) => [issue.id, issue])),
  );
  return english;
}

/** All issues by id with their English texts, loaded on first use; until then the component is suspended. */
export const useCatalogue = (): ReadonlyMap<string, CatalogueIssue> => use(readCatalogue());

/** English: answers contain the texts. */
const NONE: IssueTexts = {};
let chinese: Promise<IssueTexts> | null = null;

function readChinese(): Promise<IssueTexts> {
  chinese ??= import('../../../../core/site-reports/issues/issues.zh.json').then((file) => file.default);
  return chinese;
}

/** The texts of issues in the chosen language, loaded on first use; until then the component is suspended. */
export function useIssueTexts(): IssueTexts {
  const { language } = useLanguage();
  return language === 'zh' ? use(readChinese()) : NONE;
}

/** Returns the names of all issues in a language. */
export async function readIssueNames(language: Language): Promise<{ id: string; name: string }[]> {
  const [all, texts] = await Promise.all([readCatalogue(), language === 'zh' ? readChinese() : NONE]);
  return [...all.values()].map(({ id, title }) => ({ id, name: texts[id]?.title ?? title }));
}

/** Returns the texts of an issue in the page's language; those of the answer if the page has none. */
export function issueWords(
  { id, title, impact, how_to_fix }: Pick<Issue, 'id' | 'title' | 'impact' | 'how_to_fix'>,
  texts: IssueTexts,
): IssueWords {
  return texts[id] ?? { title, impact, how_to_fix };
}

const REASON_CODES = new Map(Object.entries(ITEM_REASONS).map(([code, text]) => [text, code]));

/**
 * Returns the value of an occurrence in the page's language if it is the reason why an element fails an audit, and
 * otherwise `null`.
 */
export function reasonText(value: string | number | null, t: Translate): string | null {
  const code = typeof value === 'string' ? REASON_CODES.get(value) : undefined;
  return code === undefined
    ? null
    : translateMessage(`audits.messages.${code}`, { message: String(value), values: {} }, t);
}
