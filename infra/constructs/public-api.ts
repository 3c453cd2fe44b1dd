import { Aws, Duration, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  type CfnAuthorizer,
  type CognitoUserPoolsAuthorizer,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { EXPOSED_HEADERS } from '../../functions/shared/http/envelope.ts';
import type { DeploymentSettings } from '../settings.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** API Gateway needs it to write any log. */
const LOG_POLICY = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

interface PublicApiProps {
  settings: DeploymentSettings;
  /** Reads the API key from a request. */
  authorizer: IFunction;
  /** Limits shared by all callers of a route, by path and method such as `/api/forumA/GET`. */
  throttles: Record<string, Throttle>;
}

export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

/** The REST API: routes, API keys, the gateway's own responses, and an access log without query strings. */
export class PublicApi extends Construct {
  readonly restApi: RestApi;
  private readonly authorizer: RequestAuthorizer;

  constructor(scope: Construct, id: string, { settings, authorizer, throttles }: PublicApiProps) {
    super(scope, id);
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
        // Execution logs would contain the api_key parameter.
        loggingLevel: MethodLoggingLevel.OFF,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
        methodOptions: throttled(throttles),
      },
      defaultCorsPreflightOptions: {
        allowOrigins: ['*'],
        allowMethods: ['GET', 'POST', 'OPTIONS'],
        allowHeaders: ['X-SEO-API-Key', 'Content-Type'],
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: Duration.days(1),
      },
    });
    // The key may come in the header or in the query. Two alternative identity sources cannot be cached together.
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
  addKeyedRoute(method: 'GET', path: string, handler: IFunction) {
    this.restApi.root
      .resourceForPath(path)
      .addMethod(method, new LambdaIntegration(handler), { authorizer: this.authorizer, apiKeyRequired: true });
  }

  /** A route for signed-in users. Without a scope, Cognito's authorizer would refuse access tokens. */
  addSignedInRoute(
    method: string,
    path: string,
    handler: IFunction,
    { authorizer, scope }: { authorizer: CognitoUserPoolsAuthorizer; scope: string },
  ) {
    this.restApi.root
      .resourceForPath(path)
      .addMethod(method, new LambdaIntegration(handler), { authorizer, authorizationScopes: [scope] });
  }

  /** A public route. */
  addPublicRoute(method: string, path: string, handler: IFunction) {
    this.restApi.root.resourceForPath(path).addMethod(method, new LambdaIntegration(handler));
  }

  private acknowledgeFindings() {
    const reasons = {
      'AwsSolutions-APIG2': 'Each function validates its parameters and names every offending one; the gateway cannot.',
      'AwsSolutions-APIG3': 'A firewall costs more a month than a small deployment; it is left to the operator.',
      'AwsSolutions-APIG4':
        'Group B has API keys, the back office sign-in; group A is public by its specification, so are preflight (OPTIONS), the description of the API and the page where people sign in.',
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

function throttled(throttles: PublicApiProps['throttles']): Record<string, MethodDeploymentOptions> {
  const options = Object.entries(throttles).map(([route, { requestsPerSecond, burst }]) => [
    route,
    { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst, loggingLevel: MethodLoggingLevel.OFF },
  ]);
  return Object.fromEntries(options) as Record<string, MethodDeploymentOptions>;
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
