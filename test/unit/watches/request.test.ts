import { expect, test } from '@jest/globals';
import { readJsonBody } from '../../../functions/core/platform/http/json-body.ts';
import { domainParameter } from '../../../functions/core/platform/names/address-parameters.ts';
import { metricNames } from '../../../functions/core/record/history-values.ts';
import { newWatchBody, watchChangesBody } from '../../../functions/core/watches/request.ts';
import { apiEvent } from '../../support/api-event.ts';

const isReachable = () => false;
const schema = newWatchBody({ domain: domainParameter(isReachable), maxPages: 500, isReachable });
const read = (condition: object) => {
  const body = JSON.stringify({ domains: ['example.com'], conditions: [condition] });
  return readJsonBody({ ...apiEvent(''), httpMethod: 'POST', body }, schema);
};

test.each(['drop', 'rise'])('%s of http_status is refused with the parameter and the metrics that are valid', (on) => {
  const known = metricNames.filter((name) => name !== 'http_status');
  expect(() => read({ on, metric: 'http_status', by: 1 })).toThrow(
    expect.objectContaining({
      ...{ code: 'invalid_parameter', status: 422 },
      message: `conditions.0.metric: must be one of ${known.join(', ')}`,
    }),
  );
});

test.each([
  { on: 'above', metric: 'http_status', value: 399 },
  { on: 'changed', fields: ['http_status'] },
])('the condition %j is accepted', (given) => {
  expect(read(given).conditions).toEqual([given]);
});

const options = { domain: domainParameter(isReachable), maxPages: 500, isReachable };
const post = (body: object) => ({ ...apiEvent(''), httpMethod: 'POST', body: JSON.stringify(body) });

test.each([
  ['a new watch', newWatchBody, { tag: 'clients', conditions: [{ on: 'noindex' }] }],
  ['the changes of a watch', watchChangesBody, {}],
])('the language of mails of %s is a member for operators only', (_, schemaOf, body) => {
  const given = post({ ...body, language: 'zh' });
  expect(readJsonBody(given, schemaOf({ ...options, isOperator: true })).language).toBe('zh');
  expect(() => readJsonBody(given, schemaOf(options))).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  expect(() => readJsonBody(post({ ...body, language: 'fr' }), schemaOf({ ...options, isOperator: true }))).toThrow(
    expect.objectContaining({ message: 'language: must be one of en, zh' }),
  );
});
