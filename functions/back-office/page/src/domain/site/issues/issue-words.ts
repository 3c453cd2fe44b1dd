import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import type { RecordDictionary } from '../../../language/record/record-dictionary.ts';
import type { SiteDictionary } from '../../../language/site/site-dictionary.ts';
import type { IssueWords } from '../../../language/site/english.ts';

export type Issue = NonNullable<SiteAnswer['issues']>[number];

interface Texts {
  site: Pick<SiteDictionary, 'issues'>;
  record: Pick<RecordDictionary, 'audits'>;
}

/** What is wrong with the pages that show an issue, and how it is fixed; in the answer's words where the page has none. */
export function issueWords(issue: Pick<Issue, 'id' | 'title' | 'how_to_fix'>, { site, record }: Texts): IssueWords {
  const { id, title, how_to_fix } = issue;
  const audit = record.audits[id];
  return site.issues[id] ?? (audit ? { title: audit.failed, fix: audit.fix } : { title, fix: how_to_fix });
}
