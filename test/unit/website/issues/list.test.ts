import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { SEO_AUDITS } from '../../../../functions/shared/website/audit/index.ts';
import { ISSUES } from '../../../../functions/shared/website/issues/index.ts';
import { rules } from '../../../../functions/back-office/page/src/domain/audits/rules.ts';

const NO_ISSUES = ['audit-issues.ts', 'index.ts', 'issue.ts'];
const files = readdirSync('functions/shared/website/issues').filter((name) => name.endsWith('.ts'));
const ids = ISSUES.map(({ id }) => id);

test('the list has every file of the folder, and every audit of the score', () => {
  const named = files.filter((name) => !NO_ISSUES.includes(name)).map((name) => name.replace(/\.ts$/, ''));
  expect(new Set(ids)).toEqual(new Set([...named, ...SEO_AUDITS.map(({ id }) => id)]));
});

test('each issue is in the list once', () => {
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.filter((id) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
});

test.each(ISSUES)('$id says what is wrong, what to do, and where the rule is', ({ title, howToFix, learnMore }) => {
  expect(title).toMatch(/^(?:[A-Z]|robots\.txt ).*[^.\s]$/);
  expect(title.split(' ').length).toBeGreaterThan(3);
  expect(howToFix).toMatch(/^[A-Z].*\.$/);
  expect(new URL(learnMore).protocol).toBe('https:');
});

test.each(SEO_AUDITS)('the audit $id has its failing title as an issue, and the rule of the back office', (audit) => {
  const issue = ISSUES.find(({ id }) => id === audit.id);
  expect(issue?.title).toBe(audit.failureTitle);
  expect(issue?.learnMore).toBe(rules[audit.id]);
});

test.each(ISSUES.filter(({ howToFix }) => /\d characters/.test(howToFix)))(
  '$id says how wide characters count, of which half as many fit',
  ({ howToFix }) => expect(howToFix).toMatch(/Chinese, Japanese and Korean characters count twice\./),
);
