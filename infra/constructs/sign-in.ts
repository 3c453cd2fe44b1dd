import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';

const RESOURCE_SERVER = 'back-office';
const OPERATE = 'operate';
/** What an access token must allow, for the back office's interface to take it. */
export const OPERATE_SCOPE = `${RESOURCE_SERVER}/${OPERATE}`;

interface SignInProps {
  settings: DeploymentSettings;
  /** Addresses of the page, where the sign-in comes back to. */
  pageUrls: string[];
}

/** Where operators sign in. They are made by whoever may administer the pool; nobody signs up. */
export class SignIn extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Of the pages where people sign in, without a path. */
  readonly hostedUrl: string;

  constructor(scope: Construct, id: string, { settings, pageUrls }: SignInProps) {
    super(scope, id);
    this.userPool = new UserPool(this, 'UserPool', {
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      signInCaseSensitive: false,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 14,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      // A name and a password are all that is known of an operator: whoever administers the pool resets it.
      accountRecovery: AccountRecovery.NONE,
      featurePlan: FeaturePlan.LITE,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const operate = new ResourceServerScope({ scopeName: OPERATE, scopeDescription: 'Operate the service' });
    const server = this.userPool.addResourceServer('Interface', { identifier: RESOURCE_SERVER, scopes: [operate] });
    this.client = this.userPool.addClient('Page', {
      // Code that runs in a browser can keep no secret: PKCE takes its place.
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.resourceServer(server, operate)],
        callbackUrls: pageUrls,
        logoutUrls: pageUrls,
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(12),
    });
    const domain = this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: settings.signInDomainPrefix ?? `${settings.stackName}-${Aws.ACCOUNT_ID}` },
    });
    this.hostedUrl = domain.baseUrl();
    this.acknowledgeFindings();
  }

  /** OpenID issuer. */
  get issuer(): string {
    return this.userPool.userPoolProviderUrl;
  }

  private acknowledgeFindings() {
    const reasons = {
      'AwsSolutions-COG2': 'A second factor is possible; whether operators must have one is left to the deployment.',
      'AwsSolutions-COG3': 'Threat protection is billed by the user and month on a dearer plan.',
      'AwsSolutions-COG8': 'The plan that is asked for costs more than the rest of a small deployment.',
    };
    for (const [id, reason] of Object.entries(reasons)) Validations.of(this).acknowledge({ id, reason });
  }
}
