import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMailer } from '../../../functions/core/deliveries/mail.ts';
import { answerSns } from '../../../infra/local/aws/sns.ts';

const environment = { ...process.env };
const logged: string[] = [];
let acceptsUnicode = true;
let isDown = false;
let sns: Server;

beforeEach(async () => {
  logged.length = 0;
  [acceptsUnicode, isDown] = [true, false];
  const listener = answerSns(
    () => {
      if (isDown) throw new Error('down');
    },
    (line) => logged.push(line),
    (subject) => acceptsUnicode || /^[ -~]*$/.test(subject),
  );
  sns = createServer(listener).listen(0, '127.0.0.1');
  await once(sns, 'listening');
  Object.assign(process.env, {
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL_SNS: `http://127.0.0.1:${(sns.address() as AddressInfo).port}`,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' },
  });
});
afterEach(() => {
  process.env = environment;
  sns.closeAllConnections();
  sns.close();
});

const TOPIC = 'arn:aws:sns:us-east-1:111122223333:alarms';
const mail = { subject: 'a.com：标题已更改', plainSubject: '1 event on a.com', text: 'a.com\n- 标题已更改' };
const sent = () => logged.map((line) => JSON.parse(line) as object);

test('a mail is sent with its subject and text in UTF-8', async () => {
  expect(await createMailer(TOPIC)(mail)).toEqual({ error: null });
  expect(sent()).toMatchObject([{ subject: mail.subject, text: mail.text }]);
});

test('a subject that SNS refuses is replaced by that in ASCII', async () => {
  acceptsUnicode = false;
  expect(await createMailer(TOPIC)(mail)).toEqual({ error: null });
  expect(sent()).toMatchObject([{ subject: mail.plainSubject, text: mail.text }]);
});

test.each([
  ['with control characters', 'a\r\nb\tc', 'a b c'],
  ['of 99 characters', '题'.repeat(99), '题'.repeat(99)],
  ['of 100 characters', '题'.repeat(100), `${'题'.repeat(96)}...`],
])('a subject %s is one that SNS accepts', async (_, subject, expected) => {
  expect(await createMailer(TOPIC)({ ...mail, subject })).toEqual({ error: null });
  expect(sent()).toMatchObject([{ subject: expected }]);
});

test('another failure of SNS is thrown, so that the mail is sent again', async () => {
  isDown = true;
  await expect(createMailer(TOPIC)(mail)).rejects.toThrow();
});

test('without a recipient nothing is sent', async () => {
  expect(await createMailer('')(mail)).toEqual({ error: 'no_recipient' });
  expect(logged).toEqual([]);
});
