import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { STATUS_BY_RULE } from '../../../../functions/core/analysis/security/header-rules.ts';
import { tableRows } from '../../../support/markdown.ts';

test('the status of each rule equals the documentation', () => {
  const rows = tableRows(readFileSync('docs/sources.md', 'utf8'), '## Security headers');
  expect(rows).toEqual(Object.entries(STATUS_BY_RULE).map(([rule, status]) => [`\`${rule}\``, `\`${status}\``]));
});
