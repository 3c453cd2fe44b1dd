import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settingsTables, withTables } from '../../infra/configuration-page.ts';
import { tableRows } from '../support/markdown.ts';

const page = readFileSync('docs/configuration.md', 'utf8');

test('docs/configuration.md equals the output of npm run docs:settings', async () => {
  expect(await withTables(page, settingsTables())).toBe(page);
});

test('the page contains type, limits, default, meaning and functions of a setting', () => {
  const rowOf = (heading: string, name: string) => tableRows(page, heading).find(([first]) => first === `\`${name}\``);
  expect(rowOf('## Deployment', 'forumBatchPauseMs')).toEqual([
    '`forumBatchPauseMs`',
    'whole number, 0 to 3000',
    '150',
    'Pause of each concurrent check-in before its next board, in milliseconds.',
  ]);
  expect(rowOf('## Local runner', 'PORT')).toEqual([
    '`PORT`',
    'whole number, 0 to 65535',
    '3000',
    'Port on 127.0.0.1; 0: any free port.',
  ]);
  expect(rowOf('## Functions', 'WEEKLY_SITE_CRAWLS')).toEqual([
    '`WEEKLY_SITE_CRAWLS`',
    'true or false',
    'operator',
    'Whether sites of followed domains that were crawled before are crawled again every week, with the same page limit.',
    'snapshot-worker',
  ]);
});
