import type { SiteAnswer } from '../../../../../../shared/record/site-audit.ts';
import type { Dictionary } from '../../../language/dictionary.ts';
import type { SiteDictionary } from '../../../language/site/site-dictionary.ts';

export type Issue = NonNullable<SiteAnswer['issues']>[number];

interface Texts {
  site: Pick<SiteDictionary, 'issue_titles'>;
  text: Pick<Dictionary, 'audit_titles'>;
}

/** What is wrong with the pages that show an issue, in the page's language; in that of the answer where it is not known. */
export function issueTitle({ id, title }: Pick<Issue, 'id' | 'title'>, { site, text }: Texts): string {
  const audits = text.audit_titles as Readonly<Record<string, { failed: string }>>;
  return site.issue_titles[id] ?? audits[id]?.failed ?? title;
}
