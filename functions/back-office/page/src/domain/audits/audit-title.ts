import type { Audit } from '../../../../../shared/record/record.ts';
import type { Dictionary } from '../../language/dictionary.ts';

/**
 * What is so if an audit passes, or what is wrong if it fails. Records of version 0.1 have one title for both; the title
 * of an audit that the page does not know is that of the record.
 */
export function auditTitle({ id, status, title }: Audit['audits'][number], text: Dictionary): string {
  const titles = (text.audit_titles as Record<string, { passed: string; failed: string }>)[id];
  if (!titles) return title;
  return status === 'fail' ? titles.failed : titles.passed;
}
