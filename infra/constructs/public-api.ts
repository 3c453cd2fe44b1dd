import { Aws, CfnOutput, Duration, Lazy, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  AwsIntegration,
  type CfnAuthorizer,
  type CfnStage,
  type CognitoUserPoolsAuthorizer,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type MethodOptions,
  RequestAuthorizer,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { EXPOSED_HEADERS } from '../../functions/core/platform/http/envelope.ts';
import type { DeploymentSettings } from '../settings.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** The role that API Gateway requires to write logs. */
const LOG_POLICY = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

interface PublicApiProps {
  settings: DeploymentSettings;
  /** Reads the API key from a request. */
  authorizer: IFunction;
}

/** A rate limit for all callers of a route together. */
export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

interface Route {
  method: string;
  path: string;
  throttle: Throttle;
}

/**
 * Rate limit of preflight requests and of methods that a path does not have. It is the stage's limit for all methods,
 * since settings for `ANY` are not documented: a stage has the methods that it matches.
 */
const STAGE_THROTTLE: Throttle = { requestsPerSecond: 100, burst: 500 };

/** Number of keys of the larger plan that can use a route at their full rate, and at their full burst, at the same time. */
const KEYS_AT_FULL_RATE = 5;
const KEYS_AT_FULL_BURST = 2;

/** AWS's default limit of an account: the gateway verifies signed-in users before a function runs. */
const AWS_THROTTLE: Throttle = { requestsPerSecond: 10_000, burst: 5_000 };

const ENDPOINT_HEADERS = ['X-SEO-API-Key', 'Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key'];

/** Further headers that clients of the Model Context Protocol send from browsers; `Accept` is always allowed. */
const PROTOCOL_HEADERS = ['MCP-Protocol-Version', 'MCP-Session-Id', 'MCP-Method', 'MCP-Name', 'Last-Event-ID'];

/** The REST API: routes, API keys, the gateway's own responses, and an access log without query strings. */
export class PublicApi extends Construct {
  readonly restApi: RestApi;
  private readonly authorizer: RequestAuthorizer;
  private readonly stageName: string;
  private readonly keyedThrottle: Throttle;
  private readonly routes: Route[] = [];
  /** Functions that the gateway may invoke. */
  private readonly permitted = new Set<IFunction>();

  constructor(scope: Construct, id: string, { settings, authorizer }: PublicApiProps) {
    super(scope, id);
    this.stageName = settings.stageName;
    this.keyedThrottle = keyedThrottle(settings);
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = new RestApi(this, 'RestApi', {
      restApiName: settings.stackName,
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      minCompressionSize: Size.bytes(1024),
      cloudWatchRole: settings.accountLogRole,
      ...(settings.accountLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: settings.stageName,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
      },
    });
    // The stack's own output is `BaseUrl`.
    this.restApi.node.tryRemoveChild('Endpoint');
    // The routes are added later.
    const stage = this.restApi.deploymentStage.node.defaultChild as CfnStage;
    stage.methodSettings = Lazy.any({ produce: () => this.methodSettings() });
    // The key may be in one of three places. Alternative identity sources cannot be cached together.
    this.authorizer = new RequestAuthorizer(this, 'ApiKeyAuthorizer', {
      handler: authorizer,
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    // The CDK writes an empty string, but according to the API's documentation the property is to be omitted.
    (this.authorizer.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
    addGatewayResponses(this.restApi);
    this.acknowledgeFindings();
  }

  /** A route that needs an API key on a usage plan. */
  addKeyedRoute(method: string, path: string, handler: IFunction) {
    this.addRoute({ method, path, throttle: this.keyedThrottle }, handler, {
      authorizer: this.authorizer,
      apiKeyRequired: true,
    });
  }

  /** A route for signed-in users. Without a scope, Cognito's authorizer would refuse access tokens. */
  addSignedInRoute(
    method: string,
    path: string,
    handler: IFunction,
    { authorizer, scope }: { authorizer: CognitoUserPoolsAuthorizer; scope: string },
  ) {
    this.addRoute({ method, path, throttle: AWS_THROTTLE }, handler, { authorizer, authorizationScopes: [scope] });
  }

  /** A public route. */
  addPublicRoute(method: string, path: string, handler: IFunction, throttle: Throttle) {
    this.addRoute({ method, path, throttle }, handler);
  }

  private addRoute(route: Route, handler: IFunction, options: MethodOptions = {}) {
    this.routes.push(route);
    this.restApi.root.resourceForPath(route.path).addMethod(route.method, this.integrationOf(handler), options);
  }

  /** One permission for all routes of a function: `LambdaIntegration` would add one for each. */
  private integrationOf(handler: IFunction): AwsIntegration {
    if (!this.permitted.has(handler)) {
      this.permitted.add(handler);
      handler.addPermission('Routes', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.restApi.arnForExecuteApi('*', '/*', this.stageName),
      });
    }
    return new AwsIntegration({
      proxy: true,
      service: 'lambda',
      path: `2015-03-31/functions/${handler.functionArn}/invocations`,
    });
  }

  /** @returns the methods of each path that has a route so far, `OPTIONS` among them */
  methodsByPath(): Record<string, string[]> {
    const byPath = Map.groupBy(this.routes, ({ path }) => path);
    return Object.fromEntries(
      [...byPath].map(([path, routes]) => [path, [...routes.map(({ method }) => method), 'OPTIONS']]),
    );
  }

  /**
   * On every path that has a route so far: permits the path's methods to pages of other origins, and routes the others to
   * a function. A MOCK integration is not possible for these: it returns 415 for bodies of unknown types.
   */
  answerOtherMethods(handler: IFunction) {
    for (const [path, allowMethods] of Object.entries(this.methodsByPath())) {
      const resource = this.restApi.root.resourceForPath(path);
      resource.addCorsPreflight({
        allowOrigins: ['*'],
        allowMethods,
        allowHeaders: [...ENDPOINT_HEADERS, ...PROTOCOL_HEADERS],
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: Duration.days(1),
      });
      resource.addMethod('ANY', this.integrationOf(handler));
    }
  }

  private methodSettings(): CfnStage.MethodSettingProperty[] {
    // Execution logs would contain the api_key parameter.
    const noLogs = { loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false };
    const ofAll = { path: '*', method: '*', throttle: STAGE_THROTTLE };
    return [ofAll, ...this.routes].map(({ path, method, throttle }) => ({
      // The path of the root is a single slash.
      resourcePath: path === '/' ? path : `/${path.replaceAll('/', '~1')}`,
      httpMethod: method,
      throttlingRateLimit: throttle.requestsPerSecond,
      throttlingBurstLimit: throttle.burst,
      ...noLogs,
    }));
  }

  private acknowledgeFindings() {
    const reasons = {
      'AwsSolutions-APIG2': 'Each function validates its parameters and names every offending one; the gateway cannot.',
      'AwsSolutions-APIG3': 'A firewall costs more a month than a small deployment; it is left to the operator.',
      'AwsSolutions-APIG4':
        'Group B has API keys, the back office sign-in; group A is public by its specification, so are preflight (OPTIONS), methods that a path does not have, /health, the index, the description of the API and the page where people sign in.',
      'AwsSolutions-APIG6':
        'Execution logs would hold API keys given as api_key; the access log has what operation needs.',
      'AwsSolutions-COG4':
        'Callers of group B are programs with API keys on usage plans; where people call, they have to sign in.',
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${LOG_POLICY}]`]:
        "The account-wide log role needs AWS's own policy; API Gateway documents no narrower one.",
    };
    for (const [id, reason] of Object.entries(reasons)) Validations.of(this).acknowledge({ id, reason });
  }
}

/**
 * Rate limit of a route with a key. The authorizer runs before API Gateway validates the key: without a limit of the
 * route, requests with invalid keys could use up the account's concurrency.
 */
function keyedThrottle({ basicPlan, proPlan, routeRequestsPerSecond, routeBurst }: DeploymentSettings): Throttle {
  const most = (limit: 'requestsPerSecond' | 'burst') => Math.max(basicPlan[limit], proPlan[limit]);
  return {
    requestsPerSecond: routeRequestsPerSecond ?? KEYS_AT_FULL_RATE * most('requestsPerSecond'),
    burst: routeBurst ?? KEYS_AT_FULL_BURST * most('burst'),
  };
}

/** One JSON line for each request, without query strings, which may contain an API key. */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      request_id: AccessLogField.contextRequestId(),
      time: AccessLogField.contextRequestTime(),
      source_ip: AccessLogField.contextIdentitySourceIp(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      bytes: AccessLogField.contextResponseLength(),
      latency_ms: AccessLogField.contextResponseLatency(),
      api_key_id: AccessLogField.contextIdentityApiKeyId(),
      error_type: AccessLogField.contextErrorResponseType(),
    }),
  );
}

/**
 * A URL of the deployed API. It is built from the API's id, since the stage's own URL depends on the deployment, and so
 * on every function whose settings contain it.
 */
export function apiUrl(api: RestApi, stageName: string, path: string): string {
  return `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}${path}`;
}

interface CustomDomainProps {
  api: RestApi;
  domainName: string;
  /** Certificate for the name, in the API's region. */
  certificateArn: string;
  /** Route 53 zone that gets the name's record; without one, the operator creates the record at their DNS provider. */
  hostedZoneId: string | undefined;
}

/** A custom domain name for the API, without the stage in its paths. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, props: CustomDomainProps) {
    super(scope, id);
    const { api, domainName, certificateArn, hostedZoneId } = props;
    const domain = api.addDomainName('CustomDomain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (hostedZoneId !== undefined) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName });
      new ARecord(this, 'Address', { zone, target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)) });
    }
    const target = new CfnOutput(this, 'Target', { value: domain.domainNameAliasDomainName });
    target.overrideLogicalId('CustomDomainTarget');
  }
}
