import { Aws, CfnOutput } from 'aws-cdk-lib';
import { CognitoUserPoolsAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';
import { addFunction, type Parts } from './add-function.ts';
import { apiUrl, type PublicApi, type Throttle } from './public-api.ts';
import type { ServiceFunction } from './service-function.ts';
import { OPERATE_SCOPE, SignIn } from './sign-in.ts';

const PAGE_PATHS = ['/back-office', '/back-office/{proxy+}'];
const INTERFACE_PATH = '/back-office/api/{proxy+}';
/** Functions that the back office invokes, by its setting. */
const INVOKED = {
  PAGE_FUNCTION: 'seo-page',
  SITE_FUNCTION: 'seo-site',
  SITE_VERIFICATION_FUNCTION: 'seo-site-verification',
  WATCHES_FUNCTION: 'seo-watches',
  KEYWORDS_FUNCTION: 'seo-keywords',
  LONG_TAIL_FUNCTION: 'seo-long-tail',
} as const;
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Rate limit of the page, which is public; one view of it loads several files. */
const PAGE_THROTTLE: Throttle = { requestsPerSecond: 20, burst: 100 };

interface BackOfficeProps {
  api: PublicApi;
  parts: Parts;
  /** Functions of public endpoints, some of which the back office invokes. */
  functionOf: (name: FunctionName) => LambdaFunction;
}

/** The operator's page, its API, and the sign-in of operators. */
export class BackOffice extends Construct {
  /** The function of its API. */
  readonly server: ServiceFunction;

  constructor(scope: Construct, id: string, props: BackOfficeProps) {
    super(scope, id);
    const { api, parts, functionOf } = props;
    const { settings } = parts;
    const deployed = apiUrl(api.restApi, settings.stageName, '/back-office/');
    const pageUrls = [deployed, ...(settings.backOfficeUrl ? [settings.backOfficeUrl] : [])];
    const signIn = new SignIn(this, 'SignIn', { settings, pageUrls });
    const invoked = Object.entries(INVOKED).map(([setting, name]) => [setting, functionOf(name).functionName]);
    this.server = addFunction(this, 'back-office', parts, {
      id: 'Server',
      values: Object.fromEntries(invoked) as Record<string, string>,
    });
    // Other functions parse untrusted content, since this one manages keys.
    for (const name of Object.values(INVOKED)) this.server.allowInvoking(functionOf(name));
    this.addRoutes(api, this.server.function, signIn);
    const page = addFunction(this, 'workspace-page', parts, { id: 'Page', values: valuesOf(signIn) });
    for (const path of PAGE_PATHS) api.addPublicRoute('GET', path, page.function, PAGE_THROTTLE);
    addFunction(this, 'key-expiry', parts);
    this.addOutput('BackOfficeUrl', deployed);
    this.addOutput('OperatorPoolId', signIn.userPool.userPoolId);
  }

  /** Adds an output without the CDK's prefix and suffix in its name. */
  private addOutput(name: string, value: string) {
    new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  private addRoutes(api: PublicApi, server: IFunction, { userPool }: SignIn) {
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', { cognitoUserPools: [userPool] });
    for (const method of METHODS) {
      api.addSignedInRoute(method, INTERFACE_PATH, server, { authorizer, scope: OPERATE_SCOPE });
    }
  }
}

/** Settings of the page's sign-in. */
function valuesOf(signIn: SignIn): Record<string, string> {
  return {
    SIGN_IN_ISSUER: signIn.issuer,
    SIGN_IN_CLIENT_ID: signIn.client.userPoolClientId,
    SIGN_IN_SCOPE: `openid ${OPERATE_SCOPE}`,
    // The first origin has the discovery document, the second one issues the tokens.
    SIGN_IN_ORIGINS: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX} ${signIn.hostedUrl}`,
    SIGN_IN_LOGOUT_URL: `${signIn.hostedUrl}/logout`,
  };
}
