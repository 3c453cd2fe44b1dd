import { setTimeout as sleep } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListQueuesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keywordsAnswer } from '../../functions/core/keywords/answer-schema.ts';
import { faults, startProviders } from '../../infra/sandbox/providers/server.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

const SLOW_MS = 40_000;
let sqs: SQSClient;

const providers = useOpened(() => startProviders());
const runner = useOpened(() =>
  startTestRunner({ ...providers.urls, ...punctual, LOCAL_VISIBILITY_TIMEOUT_SECONDS: '900' }, ['--offline']),
);
beforeAll(() => {
  sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
});
afterAll(() => {
  sqs.destroy();
});

async function get(path: string): Promise<unknown> {
  const response = await runner.get(`/api/v1/seo/${path}`);
  const { data } = (await response.json()) as { data: unknown };
  return data;
}

const phrasesOf = async (q: string) =>
  keywordsAnswer.parse(await get(`keywords?limit=1000&q=${encodeURIComponent(q)}`)).items.map(({ keyword }) => keyword);

async function workQueueUrl() {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
  return QueueUrls.find((url) => !/DeadLetters|Learning/.test(url))!;
}

test('keywords are indexed while slow jobs fill the other queue', async () => {
  providers.fault('wayback', faults.slow(SLOW_MS));
  await get('query?domain=shop.example');
  const QueueUrl = await workQueueUrl();
  const MessageBody = JSON.stringify({
    task: 'complete-record',
    domain: 'shop.example',
    sources: ['wayback'],
    attempt: 0,
  });
  const Entries: SendMessageBatchRequestEntry[] = Array.from({ length: 10 }, (_, id) => ({
    Id: String(id),
    MessageBody,
  }));
  for (let batch = 0; batch < 4; batch += 1) await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));

  const phrase = (await phrasesOf('sleeping bag')).find((each) => each.split(' ').length > 3)!;
  const other = phrase.split(' ').toReversed().join(' ');
  while (!(await phrasesOf(other)).includes(phrase)) await sleep(250);
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  expect(Number(Attributes!.ApproximateNumberOfMessagesNotVisible)).toBeGreaterThanOrEqual(5);
  expect(Number(Attributes!.ApproximateNumberOfMessages)).toBeGreaterThan(10);
});
