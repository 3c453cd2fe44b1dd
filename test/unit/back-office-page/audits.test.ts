import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { auditTitle } from '../../../functions/back-office/page/src/domain/audits/audit-title.ts';
import { rules } from '../../../functions/back-office/page/src/domain/audits/rules.ts';
import { chineseRecord } from '../../../functions/back-office/page/src/language/record/chinese.ts';
import { englishRecord } from '../../../functions/back-office/page/src/language/record/english.ts';
import { SEO_AUDITS } from '../../../functions/shared/website/audit/index.ts';
import { ISSUES } from '../../../functions/shared/website/issues/index.ts';

const stored = (id: string, status: 'pass' | 'fail', title: string) => ({
  id,
  status,
  title,
  score: status === 'pass' ? (1 as const) : (0 as const),
  weight: 1,
  explanation: null,
  items: [],
  items_total: 0,
});

test('the page has the titles of each audit, and how to fix it, in English as answers have them', () => {
  const fixOf = (id: string) => ISSUES.find((issue) => issue.id === id)!.howToFix;
  const words = SEO_AUDITS.map(({ id, title: passed, failureTitle: failed }) => [
    id,
    { passed, failed, fix: fixOf(id) },
  ]);
  expect(englishRecord.audits).toEqual(Object.fromEntries(words));
});

test('an audit that the page does not know has the title of the record', () => {
  expect(auditTitle(stored('later', 'fail', 'Something is wrong'), chineseRecord)).toBe('Something is wrong');
});

test.each(SEO_AUDITS.map(({ id }) => id))('the page links the rule of %s that its docstring links', (id) => {
  const source = readFileSync(`functions/shared/website/audit/${id}.ts`, 'utf8');
  expect(rules[id]).toBe(/^ \* @see (\S+)$/m.exec(source)?.[1]);
});
