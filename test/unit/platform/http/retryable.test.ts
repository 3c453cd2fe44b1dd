import { expect, test } from '@jest/globals';
import { refusal } from '../../../../functions/core/forum/upstream-client.ts';
import { errorBody, errorHeaders } from '../../../../functions/core/platform/http/envelope.ts';
import { ServiceError } from '../../../../functions/core/platform/http/errors.ts';

const refused = (msg: string) => refusal({ code: 104, msg });

test.each<[string, ServiceError, boolean, number | undefined]>([
  [
    'a name that does not exist',
    new ServiceError('domain_not_found', { params: { domain: 'no.example' } }),
    false,
    undefined,
  ],
  ['too many requests', new ServiceError('rate_limited'), true, 1],
  ['no source', new ServiceError('all_sources_failed'), true, undefined],
  ['no source, with a time', new ServiceError('all_sources_failed', { retryAfterSeconds: 90 }), true, 90],
  ['a refusal by upstream', refused('用户不存在'), false, undefined],
  ['a temporary refusal by upstream', refused('操作过于频繁'), true, undefined],
])('the error of %s states retryable and the retry time in body and header', (_, error, retryable, seconds) => {
  const body = JSON.parse(errorBody(error, 'a1')) as Record<string, unknown>;
  expect(body.retryable).toBe(retryable);
  expect(body.retry_after_seconds).toBe(seconds);
  expect(errorHeaders(error)['Retry-After']).toBe(seconds?.toString());
});
