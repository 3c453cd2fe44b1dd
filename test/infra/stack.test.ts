/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment,
   @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return --
   a template has no types */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { gatewayErrors } from '../../infra/constructs/gateway-responses.ts';
import { localArn } from '../../infra/local/credentials.ts';
import type { RouteModel, ServiceModel } from '../../infra/local/template/service-model.ts';
import { settingNames } from '../../infra/settings.ts';
import { deployments, synthesizeStack } from '../support/stack.ts';

let template: Template;
let model: ServiceModel;
beforeAll(() => {
  ({ template, model } = synthesizeStack());
});

const resources = (type: string) => Object.entries(template.findResources(type) as Record<string, { Properties: any }>);

describe('the API', () => {
  test('is regional, gets its keys from the authorizer and compresses', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      EndpointConfiguration: { Types: ['REGIONAL'] },
      MinimumCompressionSize: Match.anyValue(),
    });
  });

  /** Returns the routes with a specific method, without preflight. */
  const namedRoutes = () => model.routes.filter(({ method }) => method !== 'OPTIONS' && method !== 'ANY');

  test('all routes need an API key and the authorizer, except group A, the issues, health, the documentation and the back office', () => {
    const routes = namedRoutes();
    const isOpen = ({ apiKeyRequired, authorizerFunction }: RouteModel) => !apiKeyRequired || !authorizerFunction;
    const open = routes.filter((route) => isOpen(route) && !route.path.startsWith('/back-office'));
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /',
      'GET /api/forumA',
      'GET /api/forumU',
      'GET /api/v1/seo/issues',
      'GET /docs',
      'GET /docs/{proxy+}',
      'GET /health',
      'GET /openapi.json',
      'HEAD /',
      'HEAD /docs',
      'HEAD /health',
      'HEAD /openapi.json',
      'POST /api/forumA',
      'POST /api/forumU',
    ]);
    expect(routes.map(({ path }) => path)).toContain('/api/v1/seo/query');
    expect(routes.filter(({ path }) => path === '/mcp').map(({ method }) => method)).toEqual(['POST']);
  });

  test('the page of the back office is public, and its API requires a signed-in user', () => {
    const ofBackOffice = namedRoutes().filter(({ path }) => path.startsWith('/back-office'));
    const byScope = Map.groupBy(ofBackOffice, ({ signInScopes }) => signInScopes?.join(' ') ?? 'public');
    const namesOf = (scope: string) =>
      byScope
        .get(scope)!
        .map(({ method, path }) => `${method} ${path}`)
        .sort();
    expect(namesOf('public')).toEqual(['GET /back-office', 'GET /back-office/{proxy+}']);
    const methods = ['DELETE', 'GET', 'PATCH', 'POST'];
    expect(namesOf('back-office/operate')).toEqual(methods.map((method) => `${method} /back-office/api/{proxy+}`));
    expect(ofBackOffice).toHaveLength(2 + methods.length);
  });

  test('group A is throttled for all callers together, with a lower limit for /api/forumA', () => {
    const throttleOf = (path: string) =>
      namedRoutes()
        .filter((route) => route.path === path)
        .map(({ throttle }) => throttle);
    expect(throttleOf('/api/forumA')).toEqual(Array(2).fill({ requestsPerSecond: 5, burst: 20 }));
    expect(throttleOf('/api/forumU')).toEqual(Array(2).fill({ requestsPerSecond: 20, burst: 50 }));
  });

  test('every path with a route has a throttled ANY without a key, which one function handles', () => {
    const paths = [...new Set(namedRoutes().map(({ path }) => path))];
    const others = model.routes.filter(({ method }) => method === 'ANY');
    expect(others.map(({ path }) => path).sort()).toEqual(paths.toSorted());
    const { logicalId, environment } = model.functions.find(({ name }) => name === 'method-not-allowed')!;
    const { length } = others;
    expect(others).toEqual(
      Array.from({ length }, (_, index) => ({
        method: 'ANY',
        path: others[index]!.path,
        apiKeyRequired: false,
        authorizerFunction: null,
        signInScopes: null,
        integration: { function: logicalId },
        throttle: { requestsPerSecond: 100, burst: 500 },
      })),
    );
    const methods = JSON.parse(environment.METHODS_BY_PATH!) as Record<string, string[]>;
    const expected = Map.groupBy(
      model.routes.filter(({ method, path }) => method !== 'ANY' && paths.includes(path)),
      ({ path }) => path,
    );
    for (const [path, routes] of expected) {
      expect([path, methods[path]!.toSorted()]).toEqual([path, routes.map(({ method }) => method).toSorted()]);
    }
    expect(Object.keys(methods)).toHaveLength(expected.size);
  });

  test('a route with a key allows the rate of five keys of the larger plan, since the authorizer runs for rejected keys too', () => {
    const limitsOf = (context: Record<string, unknown>) => {
      const keyed = synthesizeStack(context).model.routes.filter(({ apiKeyRequired }) => apiKeyRequired);
      expect(keyed.length).toBeGreaterThan(6);
      return new Set(keyed.map(({ throttle }) => JSON.stringify(Object.values(throttle!))));
    };
    expect(limitsOf({})).toEqual(new Set(['[100,400]']));
    expect(limitsOf({ basicPlan: { requestsPerSecond: 500, burst: 1_000 } })).toEqual(new Set(['[2500,2000]']));
    expect(limitsOf({ routeRequestsPerSecond: 30, routeBurst: '40' })).toEqual(new Set(['[30,40]']));
  });

  test('no function has reserved concurrency, which accounts with a small quota could not deploy', () => {
    for (const [, { Properties }] of resources('AWS::Lambda::Function')) {
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('preflight allows the headers of the contract and the methods of the path, and no other path has one', () => {
    const byPath = Map.groupBy(model.routes, ({ path }) => path);
    expect(byPath.size).toBeGreaterThan(10);
    for (const routes of byPath.values()) {
      const { integration } = routes.find(({ method }) => method === 'OPTIONS')!;
      const own = routes.map(({ method }) => method).filter((method) => !['ANY', 'OPTIONS'].includes(method));
      const { mock } = integration as { mock: { headers: Record<string, string> } };
      const allowed = mock.headers['Access-Control-Allow-Methods'];
      expect(allowed!.split(',').toSorted()).toEqual([...own, 'OPTIONS'].toSorted());
      expect(integration).toEqual({
        mock: {
          status: 204,
          headers: {
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Methods': allowed,
            'Access-Control-Allow-Headers':
              'X-SEO-API-Key,Authorization,Content-Type,If-None-Match,Idempotency-Key,MCP-Protocol-Version,MCP-Session-Id,MCP-Method,MCP-Name,Last-Event-ID',
            'Access-Control-Expose-Headers':
              'Retry-After,ETag,x-amzn-RequestId,Content-Disposition,X-Truncated,X-Next-Cursor,Location,RateLimit,RateLimit-Policy',
            'Access-Control-Max-Age': '86400',
          },
        },
      });
    }
  });

  test('only the gateway may invoke the functions of routes, with one permission each', () => {
    const permissions = resources('AWS::Lambda::Permission').map(([, { Properties }]) => ({
      of: Properties.FunctionName['Fn::GetAtt'][0] as string,
      source: (Properties.SourceArn['Fn::Join'][1] as unknown[])
        .map((part) => (typeof part === 'string' ? part : ''))
        .join(''),
    }));
    const served = new Set(namedRoutes().map(({ integration }) => (integration as { function: string }).function));
    const ofRoutes = permissions.filter(({ of }) => !/^(?:MethodNotAllowed|ApiKeyAuthorizer)/.test(of));
    expect(ofRoutes.map(({ of }) => of).toSorted()).toEqual([...served].toSorted());
    for (const { source } of permissions.filter(({ of }) => !of.startsWith('ApiKeyAuthorizer'))) {
      expect(source).toMatch(/\/prod\/\*\/\*$/);
    }
    expect(JSON.stringify(permissions)).not.toContain('test-invoke-stage');
  });

  test('the authorizer caches nothing, since the key may be in three places', () => {
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: Match.absent(),
    });
  });

  test.each([
    ['ACCESS_DENIED', 401, 'missing_api_key', { retryable: false }],
    ['INVALID_API_KEY', 401, 'invalid_api_key', { retryable: false }],
    ['UNAUTHORIZED', 401, 'sign_in_required', { retryable: false }],
    ['MISSING_AUTHENTICATION_TOKEN', 404, 'not_found', { retryable: false }],
    ['WAF_FILTERED', 403, 'blocked', { retryable: false }],
    ['REQUEST_TOO_LARGE', 413, 'too_large', { retryable: false }],
    ['DEFAULT_4XX', 422, 'invalid_parameter', { retryable: false }],
    ['THROTTLED', 429, 'rate_limited', { retryable: true, retry_after_seconds: 1 }],
    ['QUOTA_EXCEEDED', 429, 'quota_exceeded', { retryable: false }],
    ['INTEGRATION_TIMEOUT', 504, 'gateway_timeout', { retryable: true }],
    ['DEFAULT_5XX', 500, 'internal', { retryable: true }],
  ])('%s returns %i %s in the envelope', (type, status, slug, retry) => {
    const [found] = resources('AWS::ApiGateway::GatewayResponse').filter(([, r]) => r.Properties.ResponseType === type);
    const { StatusCode, ResponseTemplates, ResponseParameters } = found![1].Properties;
    expect(StatusCode).toBe(String(status));
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({
      code: status,
      success: false,
      request_id: '$context.requestId',
      error: slug,
      message: expect.stringMatching(/\w/),
      values: {},
      ...retry,
    });
    expect(ResponseParameters).toMatchObject({ 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" });
  });

  test('every error of the gateway contains retryable, and the retry time in body and header', () => {
    const responses = resources('AWS::ApiGateway::GatewayResponse');
    expect(responses).toHaveLength(gatewayErrors.length);
    for (const [, { Properties }] of responses) {
      const type = Properties.ResponseType;
      const { retryable, retry_after_seconds: seconds } = JSON.parse(Properties.ResponseTemplates['application/json']);
      const header = Properties.ResponseParameters['gatewayresponse.header.Retry-After'];
      expect([type, retryable]).toEqual([type, expect.any(Boolean)]);
      expect([type, header]).toEqual([type, seconds && `'${seconds}'`]);
      expect([type, seconds === undefined || (retryable && Number.isInteger(seconds))]).toEqual([type, true]);
    }
  });

  test('logs each access without the query string and without bodies', () => {
    const [[, { Properties }]] = resources('AWS::ApiGateway::Stage') as [[string, { Properties: any }]];
    expect(Properties.AccessLogSetting.Format).toContain('$context.resourcePath');
    expect(Properties.AccessLogSetting.Format).not.toMatch(/query|\$context\.path/i);
    for (const settings of Properties.MethodSettings) {
      expect(settings).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false });
    }
  });
});

test.each([
  ['basic', 1, 60],
  ['pro', 20, 200],
])('plan %s allows %i requests per second, burst %i, with a monthly quota', (name, RateLimit, BurstLimit) => {
  template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    UsagePlanName: `search-metrics-${name}`,
    Throttle: { RateLimit, BurstLimit },
    Quota: { Period: 'MONTH', Limit: Match.anyValue() },
  });
});

test('the outputs are those in the guide', () => {
  const outputsOf = ({ template }: { template: Template }) => Object.keys(template.findOutputs('*')).sort();
  const always = ['BackOfficeUrl', 'BaseUrl', 'OperatorPoolId', 'SnapshotSchedulerName'];
  expect(outputsOf({ template })).toEqual(always);
  expect(outputsOf(synthesizeStack(deployments.everything))).toEqual([...always, 'CustomDomainTarget'].sort());
});

test('plans are configurable', () => {
  const changed = synthesizeStack({ basicPlan: '{"monthlyQuota": 77}' }).template;
  changed.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    Throttle: { RateLimit: 1, BurstLimit: 60 },
    Quota: { Limit: 77 },
  });
});

test('a setting with an invalid value is rejected with its name', () => {
  expect(() => synthesizeStack({ crawlerContactUrl: 'mailto:me@example.com' })).toThrow(/crawlerContactUrl/);
});

describe('the tables', () => {
  // Ids that changed would mean new, empty tables: they are pinned.
  test.each([
    ['TablesDomainCache2C228948', ['domain'], undefined],
    ['TablesDomainHistoryD207CB92', ['domain', 'captured_at'], undefined],
    ['TablesDomainSchedule710E2F9E', ['domain'], undefined],
    // Only items with this attribute expire: those of crawls in progress.
    ['TablesSiteCrawls70D9FF1E', ['domain', 'part'], { AttributeName: 'expires_at', Enabled: true }],
    ['TablesOperations2081F30E', ['kind', 'id'], { AttributeName: 'expires_at', Enabled: true }],
  ])('%s is permanent: on demand, restorable, protected, retained', (id, keys, ttl) => {
    const table = template.findResources('AWS::DynamoDB::GlobalTable')[id] as any;
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    const { BillingMode, KeySchema, Replicas, TimeToLiveSpecification } = table.Properties;
    expect(BillingMode).toBe('PAY_PER_REQUEST');
    expect(KeySchema.map((key: any) => key.AttributeName)).toEqual(keys);
    expect(TimeToLiveSpecification).toEqual(ttl);
    expect(Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });
});

test.each([
  ['Batches', ['day', 'part']],
  ['Pages', ['domain', 'page']],
])('the table %s is deleted with its stack, is restorable until then, and has a TTL', (name, keys) => {
  const [[, table]] = resources('AWS::DynamoDB::GlobalTable').filter(([id]) => id.startsWith(`Tables${name}`)) as [
    [string, any],
  ];
  expect(table.DeletionPolicy).toBe('Delete');
  expect(table.Properties.KeySchema.map((key: any) => key.AttributeName)).toEqual(keys);
  expect(table.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
  expect(table.Properties.Replicas[0]).toMatchObject({
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
});

/** X-Ray does not support resource-level permissions. */
const tracing = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

describe('the functions', () => {
  test('run on Node 24 and arm64, each with a role, a log group and a retention of its own', () => {
    const functions = resources('AWS::Lambda::Function').map(([, { Properties }]) => Properties);
    expect(functions.length).toBeGreaterThanOrEqual(2);
    for (const fn of functions) expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    const unique = (pick: (fn: any) => unknown) => new Set(functions.map((fn) => JSON.stringify(pick(fn)))).size;
    expect(unique((fn) => fn.Role)).toBe(functions.length);
    expect(unique((fn) => fn.LoggingConfig.LogGroup)).toBe(functions.length);
    for (const [, { Properties }] of resources('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBeGreaterThan(0);
  });

  test('have no policy with a * action, or a * resource except for traces', () => {
    for (const [, { Properties }] of resources('AWS::IAM::Policy')) {
      for (const statement of Properties.PolicyDocument.Statement) {
        expect([statement.Action].flat()).not.toContainEqual(expect.stringContaining('*'));
        const isTracing = [statement.Action].flat().every((action) => tracing.includes(action as string));
        expect([statement.Resource].flat().includes('*')).toBe(isTracing);
      }
    }
  });

  /** Returns the allowed actions of each function by resource (`targetOf`); `permissions.test.ts` tests their use. */
  function readGrants(): [name: string, grants: [target: string, action: string][]][] {
    const names = resources('AWS::Lambda::Function').map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''));
    return names.map((name) => {
      const policies = resources('AWS::IAM::Policy').filter(([id]) => id.startsWith(`${name}Role`));
      const statements = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
      const grants = statements.flatMap(({ Action, Resource }) =>
        [Resource].flat().flatMap((resource) => [Action].flat().map((action) => [targetOf(resource), action])),
      );
      return [name, grants as [string, string][]];
    });
  }

  const namesWhere = (isMeant: (target: string, action: string) => boolean) =>
    readGrants().flatMap(([name, grants]) =>
      grants.some(([target, action]) => isMeant(target, action)) ? [name] : [],
    );

  test('may not read values of keys, except those that manage and expire keys', () => {
    const readers = namesWhere(
      (target, action) =>
        /apigateway:.*::\/(?:apikeys|usageplans\/[^/]+\/keys)/.test(target) && action === 'apigateway:GET',
    );
    expect(readers).toEqual(['BackOfficeServer', 'BackOfficeKeyExpiry']);
  });

  test('that serve what is public have no access to keys', () => {
    const ofPage = readGrants().find(([name]) => name === 'BackOfficePage')![1];
    expect(ofPage.map(([target, action]) => `${target} ${action}`).toSorted()).toEqual([
      ...['DomainCache dynamodb:GetItem', 'DomainHistory dynamodb:Query'],
      ...['Logs logs:CreateLogStream', 'Logs logs:PutLogEvents'],
      ...['SiteCrawls dynamodb:GetItem', 'SiteCrawls dynamodb:Query'],
    ]);
    const ofRoutes = model.routes.filter(({ path, method }) => path.startsWith('/back-office') && method === 'GET');
    const servers = new Map(model.functions.map(({ logicalId, name }) => [logicalId, name]));
    const anonymous = ofRoutes.filter(({ signInScopes }) => signInScopes === null);
    expect(anonymous.map(({ integration }) => 'function' in integration && servers.get(integration.function))).toEqual(
      anonymous.map(() => 'workspace-page'),
    );
  });

  test('may change, delete and create keys with the tag of the stack alone', () => {
    const statements = resources('AWS::IAM::Policy').flatMap(
      ([, { Properties }]) => Properties.PolicyDocument.Statement as Record<string, any>[],
    );
    const conditions = statements.flatMap(({ Action, Resource, Condition }) => {
      const onKeys = [Resource].flat().some((each) => /::\/apikeys(?:\/\*)?$/.test(targetOf(each)));
      const isChange = [Action].flat().some((action) => /^apigateway:(?:POST|PATCH|DELETE)$/.test(action as string));
      return onKeys && isChange ? [[[Action].flat().join(), JSON.stringify(Condition)]] : [];
    });
    // Which keys a plan has cannot be limited: the ids of plans are not known to a function behind their stage.
    const unlimited = statements
      .filter(({ Action, Condition }) => !Condition && JSON.stringify(Action).includes('apigateway:'))
      .flatMap(({ Action, Resource }) => [Resource].flat().map((each) => `${[Action].flat().join()} ${targetOf(each)}`))
      .filter((each) => !each.includes('apigateway:GET'));
    const tags = '/tags/arn%3AAWS::Partition%3Aapigateway%3AAWS::Region%3A%3A%2Fapikeys%2F*';
    expect(unlimited.map((each) => each.replace(/ apigateway:AWS::Region::/, ' ')).toSorted()).toEqual([
      `apigateway:DELETE ${tags}`,
      'apigateway:DELETE /usageplans/*/keys/*',
      'apigateway:POST /usageplans/*/keys',
      `apigateway:PUT ${tags}`,
    ]);
    const tagged = (key: string) => `{"StringEquals":{"aws:${key}Tag/stack":"search-metrics"}}`;
    expect(conditions.toSorted()).toEqual([
      ['apigateway:DELETE,apigateway:GET,apigateway:PATCH', tagged('Resource')],
      ['apigateway:PATCH', tagged('Resource')],
      ['apigateway:POST', tagged('Request')],
    ]);
  });

  test("may read the forum's salt only if they serve the forum, and keys of sources only if they fetch", () => {
    const readers = (parameter: string) =>
      namesWhere((target, action) => target.endsWith(parameter) && action === 'ssm:GetParameter');
    expect(readers('/forum/sign-salt')).toEqual(['ForumAccount', 'ForumUser']);
    expect(namesWhere((_, action) => action === 'ssm:GetParameter')).toHaveLength(4);
    expect(namesWhere((_, action) => action === 'ssm:GetParameters').toSorted()).toEqual([
      ...['BatchCompleter', 'Mcp', 'SeoKeywords', 'SeoLongTail', 'SeoQuery', 'SnapshotWorker'],
    ]);
  });

  test('may add deliveries if they create batches', () => {
    const mayAdd = namesWhere((target, action) => target === 'Watches' && action === 'dynamodb:PutItem');
    expect(mayAdd).toEqual(expect.arrayContaining(['BackOfficeServer', 'SeoBatches']));
  });

  test('may schedule deliveries only if they do nothing else', () => {
    const mayRead = namesWhere((target) => target === 'Watches/due');
    expect(mayRead).toEqual(['DeliveryScheduler']);
    const maySend = namesWhere((target, action) => target === 'WorkQueueDeliveries' && action === 'sqs:SendMessage');
    expect(maySend).not.toContain('SnapshotScheduler');
  });

  test('may read the master secret of deliveries only to sign them, and create but not overwrite it', () => {
    const allowedTo = (requested: string) =>
      namesWhere((target, action) => target.endsWith('/watches/master-secret') && action === requested);
    expect(allowedTo('ssm:GetParameter')).toEqual(['SeoWatches', 'WatchSender']);
    expect(allowedTo('ssm:PutParameter')).toEqual(['SeoWatches', 'WatchSender']);
    const statements = resources('AWS::IAM::Policy').flatMap(
      ([, { Properties }]) => Properties.PolicyDocument.Statement as Record<string, unknown>[],
    );
    const puts = statements.filter(({ Action }) => [Action].flat().includes('ssm:PutParameter'));
    const noOverwrite = { StringEquals: { 'ssm:Overwrite': 'false' } };
    expect(puts.map(({ Condition }) => Condition)).toEqual([noOverwrite, noOverwrite]);
  });

  test('may write only their own logs', () => {
    for (const [name, grants] of readGrants()) {
      const onLogs = grants.flatMap(([target, action]) => (target === 'Logs' ? [action] : []));
      expect([name, onLogs.toSorted()]).toEqual([name, ['logs:CreateLogStream', 'logs:PutLogEvents']]);
    }
  });
});

/**
 * Returns a readable name of a policy's resource: a table, an index as `table/index`, a queue, keys and plans, a
 * parameter, the log.
 */
function targetOf(resource: any): string {
  const parts = (resource['Fn::Join']?.[1] ?? [resource]) as any[];
  const text = parts.map((part) => part['Fn::GetAtt']?.[0] ?? part.Ref ?? part).join('');
  const table = /^Tables(\w+?)[0-9A-F]{8}(?:\/index(\/\w+))?$/.exec(text);
  if (table) return table[1]! + (table[2] ?? '');
  return (
    /parameter\/.*|\w+(?=Function[0-9A-F]{8}$)|(?:WorkQueue(?:Learning|Batches|Completions|Crawls|Deliveries)?|DeadLetters|Logs)(?=[0-9A-F]{8}$)|apigateway:.*/.exec(
      text,
    )?.[0] ?? text
  );
}

describe('the firewall', () => {
  test('is absent by default', () => {
    template.resourceCountIs('AWS::WAFv2::WebACL', 0);
  });

  test('blocks source addresses that send too many requests, to whatever path', () => {
    const { template: withFirewall } = synthesizeStack({ wafRequestsPer5Minutes: '300' });
    withFirewall.hasResourceProperties('AWS::WAFv2::WebACL', {
      DefaultAction: { Allow: {} },
      Rules: [
        Match.objectLike({
          Action: { Block: {} },
          Statement: { RateBasedStatement: { Limit: 300, EvaluationWindowSec: 300, AggregateKeyType: 'IP' } },
        }),
      ],
    });
    withFirewall.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });
});

test('the stack and what it contains have its name as a tag, and the stack is protected', () => {
  const stack = synthesizeStack().app.node.findChild('search-metrics') as Stack;
  expect(stack.terminationProtection).toBe(true);
  const ofType = (type: string) => resources(type).map(([, { Properties }]) => Properties);
  const tag = { Key: 'stack', Value: 'search-metrics' };
  for (const type of ['AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup', 'AWS::CloudWatch::Alarm']) {
    for (const { Tags } of ofType(type)) expect(Tags).toContainEqual(tag);
  }
  for (const { Replicas } of ofType('AWS::DynamoDB::GlobalTable')) expect(Replicas[0].Tags).toContainEqual(tag);
});

test('the dashboard of a stack in another region has another name', () => {
  const [[, dashboard]] = resources('AWS::CloudWatch::Dashboard') as [[string, any]];
  expect(dashboard.Properties.DashboardName).toEqual({
    'Fn::Join': ['', ['search-metrics-', { Ref: 'AWS::Region' }]],
  });
});

test('the dashboard has at most 50 metrics, up to which CloudWatch charges nothing for three of an account', () => {
  const [[, dashboard]] = resources('AWS::CloudWatch::Dashboard') as [[string, any]];
  const [, parts] = dashboard.Properties.DashboardBody['Fn::Join'] as [string, unknown[]];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  const { widgets } = JSON.parse(text) as { widgets: { properties: { metrics?: [unknown, ...unknown[]][] } }[] };
  const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  expect(metrics.length).toBeGreaterThan(20);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

test("the stack stores its settings, without secrets, for the next deployment's comparison", () => {
  const [[, stored]] = resources('AWS::SSM::Parameter') as [[string, any]];
  expect(stored.Properties).toMatchObject({ Name: '/search-metrics/settings', Type: 'String' });
  expect(Object.keys(JSON.parse(stored.Properties.Value) as object)).toEqual(settingNames);
});

test("the forum's salt is read from a parameter of the operator, and is in no environment", () => {
  const environments = resources('AWS::Lambda::Function').map(
    ([, { Properties }]) => Properties.Environment?.Variables ?? {},
  );
  const forum = environments.filter((variables) => 'FORUM_UPSTREAM_URL' in variables);
  expect(forum).toHaveLength(2);
  for (const variables of forum) {
    expect(variables.FORUM_SIGN_SALT_PARAMETER).toBe('/search-metrics/forum/sign-salt');
    expect(Object.keys(variables)).not.toContain('FORUM_SIGN_SALT');
  }
});

/** CloudFormation allows 500 resources per stack; the others are reserved, so that the stack need not be split. */
const MOST_RESOURCES = 440;

test.each(Object.entries(deployments))('the stack with %s set has fewer than 440 resources', (_what, context) => {
  const { Resources } = synthesizeStack(context).template.toJSON() as { Resources: object };
  expect(Object.keys(Resources).length).toBeLessThan(MOST_RESOURCES);
});

test.each(Object.entries(deployments))('cdk-nag has no findings without a reason with %s set', (_, context) => {
  const { app } = synthesizeStack(context);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  expect(violations.map(({ ruleName, violatingResources }) => ({ ruleName, violatingResources }))).toEqual([]);
});

describe('background work', () => {
  test('the schedulers run every ten minutes with an empty event', () => {
    const { schedules, functions } = model;
    const idOf = (requested: string) => functions.find(({ name }) => name === requested)!.logicalId;
    const scheduled = { everyMs: 600_000, input: {} };
    expect(schedules).toEqual([
      { function: idOf('snapshot-scheduler'), ...scheduled },
      { function: idOf('delivery-scheduler'), ...scheduled },
      { function: idOf('key-expiry'), ...scheduled },
    ]);
    for (const [, { Properties }] of resources('AWS::Scheduler::Schedule')) expect(Properties.Target.Input).toBe('{}');
    const roles = resources('AWS::IAM::Role').flatMap(([, { Properties }]) => {
      const [statement] = Properties.AssumeRolePolicyDocument.Statement;
      return statement.Principal.Service === 'scheduler.amazonaws.com' ? [statement.Condition] : [];
    });
    const ofThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    expect(roles).toEqual(schedules.map(() => ofThisAccount));
    // The scheduler invokes asynchronously, so that Lambda itself would repeat a failed run, and keep runs for hours.
    expect(resources('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties)).toEqual(
      schedules.map((schedule) => ({
        ...{ FunctionName: { Ref: schedule.function }, Qualifier: '$LATEST' },
        ...{ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 600 },
      })),
    );
  });

  test('the queues have a limit of attempts, report failures per message and have one function each', () => {
    const { queues, eventSources, functions } = model;
    const idOf = (name: string) => functions.find((fn) => fn.name === name)!.logicalId;
    const [deadLetters, ...others] = queues;
    expect(deadLetters).toMatchObject({ maxReceives: Infinity, deadLetterQueue: null });
    expect(others.map(({ maxReceives, deadLetterQueue }) => [maxReceives, deadLetterQueue])).toEqual([
      [3, deadLetters!.id],
      [3, deadLetters!.id],
      [10, deadLetters!.id],
      [10, deadLetters!.id],
      [10, deadLetters!.id],
      [5, deadLetters!.id],
      [5, deadLetters!.id],
    ]);
    const source = { function: idOf('snapshot-worker'), batchSize: 5, reportsItemFailures: true };
    expect(eventSources).toEqual([
      { ...source, queue: others[0]!.id, maxConcurrency: 5 },
      { ...source, queue: others[1]!.id, maxConcurrency: 3 },
      { ...source, queue: others[2]!.id, maxConcurrency: 5, batchSize: 1 },
      { ...source, queue: others[3]!.id, function: idOf('batch-completer'), maxConcurrency: 2, batchSize: 1 },
      { ...source, queue: others[4]!.id, function: idOf('site-crawler'), maxConcurrency: 15, batchSize: 10 },
      { ...source, queue: others[5]!.id, function: idOf('site-reporter'), maxConcurrency: 5, batchSize: 1 },
      { ...source, queue: others[6]!.id, function: idOf('watch-sender'), maxConcurrency: 10, batchSize: 1 },
      { ...source, queue: deadLetters!.id, function: idOf('dead-letters'), maxConcurrency: 2 },
    ]);
  });

  test('only functions that are invoked by their own messages allow recursive loops', () => {
    /** Functions that the messages of a function invoke. */
    const invokedBy = (id: string): string[] => {
      const queues = model.eventSources.filter(({ queue }) =>
        model.permissions
          .get(id)!
          .some(({ actions, resources }) => actions.includes('sqs:SendMessage') && resources.includes(localArn(queue))),
      );
      return queues.map((source) => source.function);
    };
    const isInCycle = (id: string) => {
      const reached = new Set<string>();
      for (let next = invokedBy(id); next.length > 0;) {
        const fresh = next.filter((each) => !reached.has(each));
        for (const each of fresh) reached.add(each);
        next = fresh.flatMap(invokedBy);
      }
      return reached.has(id);
    };
    const inCycles = model.functions.filter(({ logicalId }) => isInCycle(logicalId)).map(({ name }) => name);
    const allowed = model.functions.filter(({ allowsRecursion }) => allowsRecursion).map(({ name }) => name);
    expect(inCycles.toSorted()).toEqual([
      'batch-completer',
      'site-crawler',
      'site-reporter',
      'snapshot-worker',
      'watch-sender',
    ]);
    expect(allowed.toSorted()).toEqual(inCycles.toSorted());
  });

  test('every queue has the longest retention of SQS', () => {
    const retentions = resources('AWS::SQS::Queue').map(([, { Properties }]) => Properties.MessageRetentionPeriod);
    expect(retentions).toEqual(Array(8).fill(14 * 24 * 3_600));
  });

  test('a message of batches, crawls, reports or deliveries is visible again soon after the timeout of its function', () => {
    const { queues, eventSources, functions } = model;
    const long = eventSources.filter(({ batchSize }) => batchSize !== 5);
    const marginsMs = long.map((source) => {
      const { visibilityTimeoutMs } = queues.find(({ id }) => id === source.queue)!;
      return visibilityTimeoutMs - functions.find(({ logicalId }) => logicalId === source.function)!.timeoutMs;
    });
    expect(marginsMs).toEqual([30_000, 30_000, 30_000, 30_000, 30_000]);
  });

  test('the alarm on failed jobs counts messages that are received from the dead-letter queue and that stay in it', () => {
    const [alarm] = resources('AWS::CloudWatch::Alarm').filter(([id]) => id.startsWith('ObservabilityFailedJobs'));
    const { Metrics, Threshold, EvaluationPeriods } = alarm![1].Properties;
    expect([Threshold, EvaluationPeriods]).toEqual([1, 1]);
    const [sum, ...counted] = Metrics;
    expect(sum.Expression).toBe('FILL(taken, 0) + FILL(left, 0)');
    expect(counted.map(({ MetricStat }: any) => [MetricStat.Metric.MetricName, MetricStat.Stat])).toEqual([
      ['NumberOfMessagesReceived', 'Sum'],
      ['ApproximateNumberOfMessagesVisible', 'Maximum'],
    ]);
    const queues = counted.map(({ MetricStat }: any) => MetricStat.Metric.Dimensions[0].Value['Fn::GetAtt'][0]);
    expect(new Set(queues)).toEqual(new Set([model.queues[0]!.id]));
  });
});

describe('notifications of operators', () => {
  test('the stack has alarms on errors, latency, throttles, failed jobs and stale snapshots, and one dashboard', () => {
    const alarms = resources('AWS::CloudWatch::Alarm').map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    expect(alarms).toEqual(
      expect.arrayContaining([
        'ObservabilityServerErrors',
        'ObservabilityLatency',
        'ObservabilityHitLatency',
        'ObservabilityFunctionThrottles',
        'ObservabilityStaleSnapshots',
        'ObservabilityStaleLearning',
        'ObservabilityStaleBatches',
        'ObservabilityStaleCompletions',
        'ObservabilityStaleCrawls',
        'ObservabilityStaleReports',
        'ObservabilityStaleDeliveries',
        'ObservabilityConcurrencyNearLimit',
        'ObservabilityRecursiveInvocationsDropped',
        'ObservabilityErrorLogs',
        'ObservabilityFailedJobs',
        'SnapshotScheduleScheduleStopped',
      ]),
    );
    expect(resources('AWS::CloudWatch::Dashboard')).toHaveLength(1);
    expect(resources('AWS::SNS::Topic')).toEqual([]);
  });

  test('every alarm notifies the address when one is set', () => {
    const { template } = synthesizeStack({ alarmEmail: 'operator@example.com' });
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms.length).toBeGreaterThan(6);
    for (const { Properties } of alarms) {
      expect(Properties).toMatchObject({ AlarmActions: [expect.anything()], OKActions: [expect.anything()] });
    }
    template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'operator@example.com' });
  });

  const alarmNamed = (name: string) =>
    resources('AWS::CloudWatch::Alarm').find(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name)![1].Properties;
  const metricsOf = (alarm: any) =>
    alarm.Metrics.flatMap(({ MetricStat }: any) => (MetricStat ? [MetricStat.Metric] : [])) as any[];

  test('every queue except the dead-letter queue has an alarm on the age of its oldest message', () => {
    const watched = resources('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.MetricName === 'ApproximateAgeOfOldestMessage')
      .map(([, { Properties }]) => Properties.Dimensions[0].Value['Fn::GetAtt'][0] as string);
    const queues = resources('AWS::SQS::Queue').filter(([, { Properties }]) => Properties.RedrivePolicy);
    expect(watched.toSorted()).toEqual(queues.map(([id]) => id).toSorted());
  });

  test('CloudWatch may publish alarms of this account, and unencrypted messages are denied', () => {
    const { template } = synthesizeStack({ alarmEmail: 'operator@example.com' });
    const [policy] = Object.values(template.findResources('AWS::SNS::TopicPolicy')) as any[];
    const topic = { Ref: expect.stringMatching(/^ObservabilityAlarms/) };
    expect(policy.Properties.Topics).toEqual([topic]);
    expect(policy.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      {
        Sid: 'AlarmsOfThisAccount',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: topic,
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  test('a new stack triggers no alarm without data, and missing runs of the schedulers are reported', () => {
    const { template } = synthesizeStack({ alarmEmail: 'operator@example.com' });
    const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm')) as [string, any][];
    for (const [, { Properties }] of alarms) expect(Properties.TreatMissingData).toMatch(/^(?:notBreaching|missing)$/);
    const aboutMissing = alarms.filter(([, { Properties }]) => Properties.TreatMissingData === 'missing');
    expect(aboutMissing.map(([id]) => id)).toEqual([
      expect.stringMatching(/^SnapshotScheduleScheduleStopped/),
      expect.stringMatching(/^DeliveryScheduleScheduleStopped/),
      expect.stringMatching(/^BackOfficeExpiredKeysScheduleStopped/),
    ]);
    for (const [, { Properties }] of aboutMissing) {
      expect(Properties.Period * Properties.EvaluationPeriods).toBe(3_600);
      expect(Properties.InsufficientDataActions).toEqual(Properties.AlarmActions);
    }
  });

  test('alarms are on so few metrics that they cost at most $2.40 a month', () => {
    const alarms = resources('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const metrics = alarms.flatMap((alarm) => (alarm.Metrics ? metricsOf(alarm) : [alarm]));
    // Each metric of an alarm costs 0.10.
    expect(metrics.length).toBeLessThanOrEqual(24);
  });

  test('slow cached answers are an alarm', () => {
    const { Metrics, Threshold } = alarmNamed('ObservabilityHitLatency');
    expect(Threshold).toBe(500);
    expect(Metrics[0].MetricStat).toMatchObject({
      Metric: {
        ...{ Namespace: 'search-metrics', MetricName: 'duration_ms' },
        Dimensions: [
          { Name: 'cache_status', Value: 'hit' },
          { Name: 'route', Value: 'GET /api/v1/seo/query' },
        ],
      },
      Stat: 'p99',
    });
  });

  test('a sum has a value when some of its metrics have none', () => {
    const expressions = resources('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) =>
      (Properties.Metrics ?? []).flatMap(({ Expression }: any) => Expression ?? []),
    );
    expect(expressions).toHaveLength(3);
    for (const expression of expressions) expect(expression).toMatch(/SUM\(FILL\(METRICS|^FILL|SERVICE_QUOTA/);
  });

  test("concurrency is compared with the account's quota, and dropped invocations of all queue functions are counted", () => {
    const near = alarmNamed('ObservabilityConcurrencyNearLimit');
    expect(metricsOf(near)).toEqual([{ Namespace: 'AWS/Lambda', MetricName: 'ConcurrentExecutions' }]);
    expect(near.Metrics[0].Expression).toBe('100 * running / SERVICE_QUOTA(running)');
    expect([near.Threshold, near.EvaluationPeriods]).toEqual([80, 5]);
    const dropped = metricsOf(alarmNamed('ObservabilityRecursiveInvocationsDropped'));
    const readers = new Set(model.eventSources.map((source) => source.function));
    expect(dropped).toEqual(
      [...readers].map((id) => ({
        Namespace: 'AWS/Lambda',
        MetricName: 'RecursiveInvocationsDropped',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: id } }],
      })),
    );
  });

  test('alarms on counts use the statistic Sum', () => {
    const statistics = resources('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) =>
      (Properties.Metrics ?? [{ MetricStat: { Metric: Properties, Stat: Properties.Statistic } }]).flatMap(
        ({ MetricStat }: any) =>
          /^(Errors|Throttles|.*ThrottleEvents|RecursiveInvocationsDropped|Invocations|.*Received|error)/.test(
            MetricStat?.Metric.MetricName,
          )
            ? [MetricStat.Stat]
            : [],
      ),
    );
    expect(statistics.length).toBeGreaterThan(8);
    expect(new Set(statistics)).toEqual(new Set(['Sum']));
  });

  test('functions log JSON, without the lines of Lambda about each invocation', () => {
    for (const [, { Properties }] of resources('AWS::Lambda::Function')) {
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
    }
  });

  test('a single error or failed invocation of any function is counted, but no message that is delivered again', () => {
    const groups = new Map(
      resources('AWS::Lambda::Function').map(([id, { Properties }]) => [Properties.LoggingConfig.LogGroup.Ref, id]),
    );
    const filters = resources('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
    expect(filters.map(({ LogGroupName }) => LogGroupName.Ref).sort()).toEqual([...groups.keys()].sort());
    const { Namespace, MetricName, Threshold } = alarmNamed('ObservabilityErrorLogs');
    expect(Threshold).toBe(1);
    const readers = new Set(model.eventSources.map((source) => source.function));
    for (const { FilterPattern, LogGroupName, MetricTransformations } of filters) {
      expect(MetricTransformations).toEqual([{ MetricNamespace: Namespace, MetricName: MetricName, MetricValue: '1' }]);
      expect(FilterPattern).toBe(
        readers.has(groups.get(LogGroupName.Ref)!)
          ? '{ $.level = "ERROR" }'
          : '{ ($.level = "ERROR") || ($.type = "platform.report") }',
      );
    }
  });

  test("a budget of the account is reported to the alarms' recipient, if it is set", () => {
    template.resourceCountIs('AWS::Budgets::Budget', 0);
    const { template: withBudget } = synthesizeStack({ alarmEmail: 'operator@example.com', monthlyBudgetUsd: '20' });
    const subscribers = [{ SubscriptionType: 'EMAIL', Address: 'operator@example.com' }];
    withBudget.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 20, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        { Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }), Subscribers: subscribers },
        { Notification: Match.objectLike({ NotificationType: 'FORECASTED' }), Subscribers: subscribers },
      ],
    });
  });

  test('nothing is traced by default, and with tracing all but the shortest functions are', () => {
    expect(JSON.stringify(resources('AWS::Lambda::Function'))).not.toContain('TracingConfig');
    const { template } = synthesizeStack({ traces: 'true' });
    const functions = Object.values(template.findResources('AWS::Lambda::Function')) as any[];
    const untraced = functions.filter(({ Properties }) => Properties.TracingConfig?.Mode !== 'Active');
    expect(untraced.map(({ Properties }) => Properties.Description).sort()).toEqual([
      'api-key-authorizer',
      'health',
      'method-not-allowed',
    ]);
    const policies = Object.values(template.findResources('AWS::IAM::Policy')) as any[];
    const allowing = policies.filter(({ Properties }) => JSON.stringify(Properties).includes(tracing[0]!));
    expect(allowing).toHaveLength(functions.length - untraced.length);
  });
});

describe('a custom domain name', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0';

  test('maps to the stage, without it in the paths', () => {
    const { template } = synthesizeStack({ domainName: 'seo.example.com', certificateArn, hostedZoneId: 'Z1' });
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'seo.example.com',
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    const [mapping] = Object.values(template.findResources('AWS::ApiGateway::BasePathMapping'));
    expect((mapping as { Properties: object }).Properties).not.toHaveProperty('BasePath');
    template.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'seo.example.com.', Type: 'A' });
  });

  test('has an output with its target when there is no hosted zone', () => {
    const { template } = synthesizeStack({ domainName: 'seo.example.com', certificateArn });
    template.hasOutput('CustomDomainTarget', {});
    template.resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test('requires a certificate', () => {
    expect(() => synthesizeStack({ domainName: 'seo.example.com' })).toThrow('certificateArn');
  });
});
