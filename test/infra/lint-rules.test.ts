import { describe, expect, test } from '@jest/globals';
import { ESLint, Linter } from 'eslint';

/** Rules about patterns that lint applies to a file. */
async function patternRules(file: string): Promise<Linter.Config> {
  const { plugins, rules = {} } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  const ofPatterns = Object.entries(rules).filter(([name]) => name.startsWith('regexp/'));
  return { plugins: { regexp: plugins?.regexp ?? {} }, rules: Object.fromEntries(ofPatterns) };
}

describe.each(['functions/core/batches/row-input.ts', 'functions/back-office/page/src/app.tsx'])('in %s', (file) => {
  test.each([
    ['begins again at each character', '/[",;]+$/.exec(text)', 'regexp/no-super-linear-move'],
    ['may share a run in many ways', '/^(?:\\d+\\.?\\d*)e$/.exec(text)', 'regexp/no-super-linear-backtracking'],
  ])('lint rejects a pattern that %s', async (_what, code, rule) => {
    const found = new Linter().verify(code, await patternRules(file));
    expect(found.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([[rule, 2]]);
  });
});
