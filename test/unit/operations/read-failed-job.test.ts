import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { readFailedJob } from '../../../functions/core/operations/read-failed-job.ts';
import { failedJobSettings } from '../../../functions/core/operations/settings.ts';
import { settingsOf } from '../../support/settings.ts';

const url = (name: string) => `https://sqs.eu-central-1.amazonaws.com/123456789012/stack-${name}-A1`;
const arn = (name: string) => `arn:aws:sqs:eu-central-1:123456789012:stack-${name}-A1`;
const settings = settingsOf(failedJobSettings, {
  WORK_QUEUE_URL: url('Work'),
  LEARNING_QUEUE_URL: url('Learning'),
  BATCH_QUEUE_URL: url('Batches'),
  COMPLETION_QUEUE_URL: url('Completions'),
  CRAWL_QUEUE_URL: url('Crawls'),
  REPORT_QUEUE_URL: url('Reports'),
  DELIVERY_QUEUE_URL: url('Deliveries'),
});
const NOW = Date.parse('2026-11-20T08:00:00Z');

function read(body: string, attributes: Record<string, string> = {}) {
  const record = { messageId: 'm1', body, attributes } as unknown as SQSRecord;
  return readFailedJob(record, settings, NOW);
}
const readJson = (body: unknown, attributes = {}) => read(JSON.stringify(body), attributes);

test('a failed job has task, domain, time and source queue', () => {
  const body = JSON.stringify({ task: 'snapshot', domain: 'shop.example', attempt: 0 });
  const sentAt = Date.parse('2026-11-19T23:00:00Z');
  expect(read(body, { SentTimestamp: String(sentAt), DeadLetterQueueSourceArn: arn('Learning') })).toEqual({
    ...{ messageId: 'm1', body, queue: 'learning', task: 'snapshot', domain: 'shop.example', sentAt },
  });
});

test.each([
  [{ task: 'refresh', domain: 'shop.example' }, 'work', 'refresh'],
  [{ task: 'complete-batch', batchId: 'b1', part: 0, from: 0 }, 'completions', 'complete-batch'],
  [{ domain: 'shop.example', id: 'c1', slices: 4 }, 'crawls', 'crawl'],
  [{ task: 'report', domain: 'shop.example', id: 'c1' }, 'reports', 'report'],
  [{ delivery: 'd1' }, 'deliveries', 'delivery'],
  [{ task: 'of a later version' }, 'work', null],
  [['no', 'object'], 'work', null],
  [null, 'work', null],
])('the queue is derived from the task when the source queue is missing: %j', (body, queue, task) => {
  expect(readJson(body)).toMatchObject({ queue, task, sentAt: NOW });
});

test.each(['', 'x'.repeat(254), 7, null, ['a.example']])('%j is not a domain', (domain) => {
  expect(readJson({ task: 'snapshot', domain }).domain).toBeNull();
});

test('any message becomes a failed job that contains it unchanged', () => {
  const bodies = fc.oneof(fc.string({ minLength: 1 }), fc.json());
  const property = fc.property(bodies, (body) => {
    const job = read(body);
    expect(job).toMatchObject({ body, messageId: 'm1', sentAt: NOW });
    expect(['work', 'learning', 'batches', 'completions', 'crawls', 'reports', 'deliveries']).toContain(job.queue);
    expect(job.domain).not.toBe('');
  });
  fc.assert(property);
});
