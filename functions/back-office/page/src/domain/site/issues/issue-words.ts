import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import type { IssueTexts } from '../../../language/site/use-issue-texts.ts';

export type Issue = NonNullable<SiteAnswer['issues']>[number];

interface IssueWords {
  title: string;
  /** What the issue costs; `null`: the crawl was stored by 0.2. */
  impact: string | null;
  /** How to fix it. */
  advice: string;
}

/** Returns the texts of an issue in the page's language; those of the answer if the page has none. */
export function issueWords(
  { id, title, impact, how_to_fix: advice }: Pick<Issue, 'id' | 'title' | 'impact' | 'how_to_fix'>,
  texts: IssueTexts,
): IssueWords {
  return texts[id] ?? { title, impact, advice };
}
