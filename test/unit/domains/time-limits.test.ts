import { describe, expect, test } from '@jest/globals';
import * as accountLimits from '../../../functions/core/accounts/limits.ts';
import { DELETION_WAIT_MS } from '../../../functions/core/deletion/delete-domain.ts';
import * as domainLimits from '../../../functions/core/domains/limits.ts';
import * as keywordLimits from '../../../functions/core/keywords/suggestions/request-once.ts';
import { WORKER_MS } from '../../../functions/core/operations/queues.ts';
import * as sharedLimits from '../../../functions/core/platform/time/limits.ts';
import { RETRY_DELAYS_MS } from '../../../functions/core/record/retry-delays.ts';
import { sources } from '../../../functions/core/sources/index.ts';
import * as sourceLimits from '../../../functions/core/sources/limits.ts';
import { synthesizeStack } from '../../support/stack.ts';

const limits = { ...accountLimits, ...domainLimits, ...keywordLimits, ...sharedLimits, ...sourceLimits };
const { GATEWAY_MS, QUERY_MS, STORE_MS, KEYWORDS_MS } = limits;

/** Part of the gateway's time for a cold start and the response. */
const WAY_MS = 2_500;

describe('limits of work that a caller waits for', () => {
  test.each(sources)('$id responds and is stored within the time limit of a query', ({ inlineMs }) => {
    expect(inlineMs + limits.ABORT_MS + STORE_MS).toBeLessThanOrEqual(QUERY_MS);
  });

  test('a query and a keyword request are answered within the time limit of the gateway', () => {
    expect(Math.max(QUERY_MS, KEYWORDS_MS, DELETION_WAIT_MS) + WAY_MS).toBeLessThanOrEqual(GATEWAY_MS);
  });

  test('the usage of a key is answered within the time limit of the gateway, read by its caller or by another', () => {
    const wait = Math.max(limits.COUNT_MS, limits.COUNT_WAIT_MS);
    expect(limits.KEY_HOLDER_MS + wait + WAY_MS).toBeLessThanOrEqual(GATEWAY_MS);
    expect(limits.COUNT_MS).toBeLessThan(limits.COUNT_WAIT_MS);
  });

  test('a caller waits for the fetch of another for the whole time limit of the fetch', () => {
    const longestFetch = Math.max(...sources.map(({ inlineMs }) => inlineMs)) + limits.ABORT_MS + STORE_MS;
    expect(longestFetch).toBeLessThanOrEqual(QUERY_MS);
    expect(limits.LEAST_FETCH_MS).toBeLessThan(QUERY_MS - STORE_MS);
    expect(limits.LEAST_ENGINE_MS).toBeLessThan(KEYWORDS_MS - limits.KEYWORDS_STORE_MS);
  });

  test('a fetch that takes a lease over has its minimum time left', () => {
    expect(limits.LEASE_MS + limits.LEASE_POLL_MS + limits.LEAST_FETCH_MS).toBeLessThan(QUERY_MS);
  });

  test('a fetch has its minimum time left after the owner of the key was read', () => {
    const lookUps = limits.EXISTENCE_DNS_MS + limits.EXISTENCE_RDAP_MS + limits.KEY_HOLDER_MS;
    expect(lookUps + limits.LEAST_FETCH_MS).toBeLessThan(QUERY_MS - STORE_MS);
  });

  test('a batch has the minimum time left to fetch a new name after its existence check', () => {
    const lookUps = limits.EXISTENCE_DNS_MS + limits.EXISTENCE_RDAP_BATCH_MS;
    expect(lookUps + limits.LEAST_FETCH_MS).toBeLessThan(QUERY_MS - STORE_MS);
  });

  test.each(sources.filter(({ inlineMs, backgroundMs }) => inlineMs > 0 && backgroundMs > 0))(
    '$id has time left for its request after the wait for a rate-limit slot',
    ({ inlineMs }) => expect(limits.INLINE_SLOT_MS).toBeLessThan(inlineMs),
  );
});

describe('limits of the worker', () => {
  test.each(sources)('$id is requested and stored within one message', ({ inlineMs, backgroundMs }) => {
    const requestMs = Math.max(inlineMs, backgroundMs) + limits.ABORT_MS;
    expect(requestMs + limits.BACKGROUND_STORE_WAIT_MS + STORE_MS).toBeLessThanOrEqual(WORKER_MS);
  });

  test.each(sources.filter(({ backgroundMs }) => backgroundMs > 0))(
    '$id has time left for its request after the wait for a slot of batches',
    ({ backgroundMs }) => expect(limits.BATCH_SLOT_MS).toBeLessThan(backgroundMs),
  );

  test('a refresh ends within one message, and background work waits for the longest query', () => {
    expect(QUERY_MS).toBeLessThan(WORKER_MS);
    expect(limits.BACKGROUND_STORE_WAIT_MS).toBeGreaterThan(QUERY_MS);
  });

  test('a source is retried after its deferrals are over', () => {
    expect(limits.MAX_DEFERRALS * limits.DEFER_MS).toBeLessThan(RETRY_DELAYS_MS[0]);
  });
});

test('the timeouts of functions equal those of API Gateway and the queue', () => {
  const functions = Object.values(synthesizeStack().template.findResources('AWS::Lambda::Function')) as {
    Properties: { Description: string; Timeout: number };
  }[];
  const timeouts = Object.fromEntries(functions.map(({ Properties: p }) => [p.Description, p.Timeout * 1000]));
  expect(timeouts).toMatchObject({ 'seo-query': GATEWAY_MS, 'seo-keywords': GATEWAY_MS, 'snapshot-worker': WORKER_MS });
});
