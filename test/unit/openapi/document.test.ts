import { expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { gatewayErrors } from '../../../infra/constructs/gateway-responses.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { errors, schemaName } from '../../../infra/openapi/errors.ts';
import { createValidator, operationsOf, readDocument, type Schema, webhookOf } from '../../support/openapi.ts';
import { synthesizeStack } from '../../support/stack.ts';

const document = readDocument();

test('docs/openapi.json is up to date with the schemas (npm run openapi)', () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test('the linter reports neither errors nor warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('every route that is deployed is described, with the key that it needs, and no other is', () => {
  const { routes } = synthesizeStack().model;
  const deployed = routes
    .filter(({ method, path }) => !['OPTIONS', 'ANY'].includes(method) && !path.startsWith('/back-office'))
    // Its messages are those of the Model Context Protocol, whose tools describe themselves.
    .filter(({ path }) => path !== '/mcp')
    .map(({ method, path, apiKeyRequired }) => [
      `${method} ${path.replace(/(docs\/)\{proxy\+\}/, '$1{file}')}`,
      apiKeyRequired,
    ]);
  const described = operationsOf(document).map(({ path, method, operation }) => [
    // One route serves all paths below it.
    `${method.toUpperCase()} ${path.replace(/(watches\/).+/, '$1{proxy+}')}`,
    operation.security.length === 3,
  ]);
  const once = new Map(described.map((each) => [String(each), each])).values();
  expect([...once].toSorted()).toEqual(deployed.toSorted());
  expect(document.info.description).toContain('`POST /mcp`');
});

const { schemas } = document.components;
const requestNames = Object.keys(schemas).filter((name) => name.endsWith('Request'));
const answerNames = Object.keys(schemas).filter((name) => !requestNames.includes(name));

test('answers are open to members of later versions; bodies of requests are closed, except those of the forum', () => {
  const closed = Object.keys(schemas).filter((name) => schemas[name]!.additionalProperties === false);
  expect(closed).toEqual(requestNames.filter((name) => !name.startsWith('Forum')));
  const answers = [...answerNames.map((name) => schemas[name]), document.components.responses, document.paths];
  expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false');
});

test('the validator of tests rejects undocumented members of answers', () => {
  const { problems } = createValidator(document);
  const at = (name: string) => ['components', 'schemas', name];
  const redirect = { url: 'http://a.example/', status: 301, location: 'https://a.example/' };
  expect(problems(at('Redirect'), redirect)).toEqual([]);
  expect(problems(at('Redirect'), { ...redirect, hops: 1 })).toEqual([' must NOT have additional properties']);
  expect(problems(at('UpstreamAnswer'), { status: 1, user: {} })).toEqual([]);
});

test('the example of each webhook has its schema, and its name', () => {
  const { deliveryProblems } = createValidator(document);
  const examples = Object.entries(document.webhooks).map(([name, { post }]) => {
    return [name, JSON.stringify(post.requestBody.content['application/json']!.example)] as const;
  });
  expect(examples.map(([, example]) => webhookOf(example))).toEqual(examples.map(([name]) => name));
  expect(examples.map(([, example]) => deliveryProblems(example))).toEqual(examples.map(() => []));
});

test('no enum has an empty value, and no named schema a default, which would make a member required', () => {
  expect(JSON.stringify(document)).not.toMatch(/"enum":\[[^\]]*""/);
  expect(JSON.stringify(schemas)).not.toContain('"default":');
});

test('an answer in JSON has no other content type; CSV is only described in words', () => {
  for (const { path, operation } of operationsOf(document)) {
    const types = Object.keys(operation.responses[200]?.content ?? {});
    if (types.includes('application/json')) expect([path, types]).toEqual([path, ['application/json']]);
  }
});

/** Returns the members of all objects in a schema, with their paths. */
function membersOf(schema: Schema, path: string): [path: string, member: Schema][] {
  const { properties = {}, ...others } = schema;
  const members = Object.entries(properties as Record<string, Schema>);
  const inside = Object.entries(others).filter(([, value]) => typeof value === 'object' && value !== null);
  return [
    ...members.map(([name, member]): [string, Schema] => [`${path}.${name}`, member]),
    ...[...members, ...inside].flatMap(([name, member]) => membersOf(member as Schema, `${path}.${name}`)),
  ];
}

/** Members of every envelope, which the introduction of the document describes. */
const ENVELOPE = ['success', 'data', 'message'];

test('every field of every answer has its meaning', () => {
  const members = Object.entries(document.components.schemas).flatMap(([name, schema]) => membersOf(schema, name));
  const isDescribed = ([path, { description, $ref }]: [string, Schema]) =>
    Boolean(description) || ENVELOPE.includes(path.split('.')[1]!) || typeof $ref === 'string';
  expect(members.length).toBeGreaterThan(300);
  expect(members.filter((member) => !isDescribed(member)).map(([path]) => path)).toEqual([]);
});

test('every described error has retryable, and Retry-After if it has a time', () => {
  const { responses } = document.components;
  for (const [name, { example }] of Object.entries(errors)) {
    const { required } = schemas[schemaName(name)] as { required: string[] };
    expect([name, required]).toEqual([name, expect.arrayContaining(['retryable'])]);
    expect([name, example.retryable]).toEqual([name, expect.any(Boolean)]);
  }
  const withHeader = Object.entries(responses).filter(([, { headers }]) => headers?.['Retry-After']);
  expect(withHeader.map(([name]) => name)).toEqual([
    'IdempotencyConflictOrBatchesFullOrDeliveriesFull',
    'RateLimitedOrQuotaExceededOrDomainAllowanceExceeded',
    'RateLimitedOrQuotaExceeded',
    'RateLimited',
    'AllSourcesFailed',
    'ServiceBusy',
  ]);
});

test.each(['/api/v1/seo/query', '/api/v1/seo/keywords'])('%s describes a domain that does not exist', (path) => {
  const { $ref } = document.paths[path]!.get!.responses[404]!;
  expect($ref).toBe('#/components/responses/DomainNotFound');
});

test('every error of the gateway is described with its status, except that of the back office', () => {
  const described = new Map(Object.values(errors).map(({ slug, status }) => [slug, status]));
  const answered = gatewayErrors.map(([, { code, status }]) => [code, status] as const);
  for (const [slug, status] of answered.filter(([name]) => name !== 'sign_in_required')) {
    expect([slug, described.get(slug)]).toEqual([slug, status]);
  }
});
