import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import type { RecordDictionary } from '../../../language/record/record-dictionary.ts';
import type { SiteDictionary } from '../../../language/site/site-dictionary.ts';
import type { IssueWords } from '../../../language/site/english.ts';

export type Issue = NonNullable<SiteAnswer['issues']>[number];

interface Texts {
  site: Pick<SiteDictionary, 'issues'>;
  record: Pick<RecordDictionary, 'audits'>;
}

/** Audits of pages by the ids of their issues; results that 0.2 stored have the id of the audit. */
const AUDITS: Record<string, string> = {
  'not-indexable': 'is-crawlable',
  'link-text-generic': 'link-text',
  'link-not-crawlable': 'crawlable-anchors',
  'robots-txt-invalid': 'robots-txt',
  'image-alt-missing': 'image-alt',
  'hreflang-invalid': 'hreflang',
  'canonical-invalid': 'canonical',
};

/** What is wrong with the pages that show an issue, and how it is fixed; in the answer's words where the page has none. */
export function issueWords(issue: Pick<Issue, 'id' | 'title' | 'how_to_fix'>, { site, record }: Texts): IssueWords {
  const { id, title, how_to_fix } = issue;
  const audit = record.audits[AUDITS[id] ?? id];
  const hasWords = Object.keys(site.issues).length > 0;
  return site.issues[id] ?? (hasWords && audit ? { title: audit.failed, fix: audit.fix } : { title, fix: how_to_fix });
}
