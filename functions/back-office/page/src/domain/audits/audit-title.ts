import type { Audit } from '../../../../../core/record/record.ts';
import type { Translate } from '../../language/messages.ts';
import type { RecordDictionary } from '../../language/record/record-dictionary.ts';
import { translateMessage } from '../../language/translate-message.ts';

/** What is so if an audit passes, or what is wrong if it fails; that of the record for an audit that the page does not know. */
export function auditTitle(
  { id, status, title }: Pick<Audit['audits'][number], 'id' | 'status' | 'title'>,
  text: Pick<RecordDictionary, 'audits'>,
): string {
  const titles = text.audits[id];
  if (!titles) return title;
  return status === 'fail' ? titles.failed : titles.passed;
}

/** What is wrong where an audit fails. */
export function failedTitle(
  { id, title }: { id: string; title: string },
  text: Pick<RecordDictionary, 'audits'>,
): string {
  return auditTitle({ id, title, status: 'fail' }, text);
}

/** How what is wrong is fixed; `null` for an audit that the page does not know. */
export function fixOf(id: string, text: Pick<RecordDictionary, 'audits'>): string | null {
  return text.audits[id]?.fix ?? null;
}

/** Why an audit failed, or a note if it passed, in the page's language; records of older versions have it in English only. */
export function explanationOf(result: Audit['audits'][number], t: Translate): string | null {
  const { explanation, explanation_code, explanation_params = {} } = result;
  if (explanation === null) return null;
  return translateMessage(
    `audits.messages.${explanation_code}`,
    { message: explanation, params: explanation_params },
    t,
  );
}
