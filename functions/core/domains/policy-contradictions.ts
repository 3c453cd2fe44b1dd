import { type Contradiction, fileContradictions, findingOf, isOfFiles } from '../analysis/ai-policy/contradictions.ts';
import { aiPolicyRules } from '../analysis/rules/ai-policy.ts';
import type { IssueRow } from '../record/site-evidence-schema.ts';
import { type DomainRecord, LIST_CAP } from '../record/record.ts';

/**
 * Returns a merged record with the contradictions of the site's files. The source `site` finds those of its response and
 * robots.txt; licences and `llms.txt` are of sources of their own, of which each can be fetched alone. Occurrences in
 * `issues` are those of `contradictions`.
 */
export function withFileContradictions(record: DomainRecord): DomainRecord {
  const { ai_policy: policy, ai_access: access, issues, issues_total: total } = record;
  const known = policy.contradictions;
  if (!known) return record;
  const ofPage = known.filter((each) => !isOfFiles(each));
  const found = fileContradictions(policy.rsl, access.llms_txt);
  const contradictions = [...ofPage, ...found].slice(0, LIMIT);
  if (issues === null || total === null) return { ...record, ai_policy: { ...policy, contradictions } };
  const others = issues.filter(({ issue }) => !isOfFiles({ issue }));
  const rows = found.map((each) => rowOf(each, record.page!.final_url));
  // Rows are sorted by severity, and these are warnings.
  const end = others.findLastIndex(({ severity }) => severity !== 'notice') + 1;
  return {
    ...record,
    issues: [...others.slice(0, end), ...rows, ...others.slice(end)].slice(0, LIST_CAP),
    issues_total: total - (known.length - ofPage.length) + rows.length,
    ai_policy: { ...policy, contradictions },
  };
}

const LIMIT = 20;

function rowOf(found: Contradiction, url: string): IssueRow {
  const { severity } = aiPolicyRules.find(({ id }) => id === found.issue)!;
  const { element, value } = findingOf(found);
  return {
    ...{ issue: found.issue, severity, url, target: null, status: null, element, value, expected: null },
    related: [],
  };
}
