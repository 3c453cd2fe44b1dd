import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMailer } from '../../../functions/core/deliveries/mail.ts';
import { answerSns } from '../../../infra/local/aws/sns.ts';

const environment = { ...process.env };
const logged: string[] = [];
let sns: Server;

beforeEach(async () => {
  logged.length = 0;
  const listener = answerSns(
    () => {},
    (line) => logged.push(line),
  );
  sns = createServer(listener).listen(0, '127.0.0.1');
  await once(sns, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SNS: `http://127.0.0.1:${(sns.address() as AddressInfo).port}`,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' },
  });
});
afterEach(() => {
  process.env = environment;
  sns.closeAllConnections();
  sns.close();
});

const MEASURED_AT = '2026-11-20T08:00:00.000Z';
const BROKEN = { issue: 'broken-link', url: 'https://a.com/', target: 'https://a.com/gone', status: 404 };
const UNTITLED = { issue: 'title-missing', url: 'https://a.com/b', target: null, status: 200 };

test.each([
  [
    'of a value has it before and after',
    { condition: { on: 'drop', metric: 'seo_score', by: 10 }, name: 'seo_score', before: 90, after: 70 },
    'a.com: drop',
    ['Condition: {"on":"drop","metric":"seo_score","by":10}', 'seo_score: 90 -> 70'],
  ],
  [
    'of new issues that version 0.3 has recorded has their numbers',
    { condition: { on: 'new_issues' }, name: 'issues', before: null, after: { 'broken-link': 2 } },
    'a.com: new issues',
    ['Condition: {"on":"new_issues"}', 'issues: null -> {"broken-link":2}'],
  ],
  [
    'of new issues has their numbers, and an occurrence per line',
    {
      ...{ condition: { on: 'new_issues', severity: 'error' }, name: 'issues', before: null },
      after: { counts: { 'broken-link': 1, 'title-missing': 1 }, occurrences: [BROKEN, UNTITLED], more: 0 },
    },
    'a.com: new issues',
    [
      'Condition: {"on":"new_issues","severity":"error"}',
      'New: broken-link 1, title-missing 1',
      '- broken-link: https://a.com/ -> https://a.com/gone',
      '- title-missing: https://a.com/b',
    ],
  ],
  [
    'of more new issues than are listed has the number of the others',
    {
      ...{ condition: { on: 'new_issues', severity: 'error' }, name: 'issues', before: null },
      after: { counts: { 'title-missing': 12 }, occurrences: [UNTITLED], more: 11 },
    },
    'a.com: new issues',
    [
      'Condition: {"on":"new_issues","severity":"error"}',
      'New: title-missing 12',
      '- title-missing: https://a.com/b',
      '- and 11 more',
    ],
  ],
])('a mail %s', async (_, event, subject, lines) => {
  const body = JSON.stringify({ data: { domain: 'a.com', measured_at: MEASURED_AT, ...event } });
  const send = createMailer('arn:aws:sns:us-east-1:111122223333:alarms');
  expect(await send(body)).toEqual({ error: null });
  const text = ['Domain: a.com', ...lines, `Measured at: ${MEASURED_AT}`].join('\n');
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([{ subject, text }]);
});
