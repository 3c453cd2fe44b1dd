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
  UserPoolGroup,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { OPERATORS_GROUP } from '../../functions/back-office/contract/session.ts';
import type { DeploymentSettings } from '../settings.ts';

const RESOURCE_SERVER = 'back-office';
const OPERATE = 'operate';
/** The scope that the back office's API requires in an access token. */
export const OPERATE_SCOPE = `${RESOURCE_SERVER}/${OPERATE}`;

interface SignInProps {
  settings: DeploymentSettings;
  /** URLs of the page that the sign-in may redirect to. */
  pageUrls: string[];
}

/** The user pool of operators. They are created by the pool's administrator; sign-up is disabled. */
export class SignIn extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Origin of the sign-in pages. */
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
      // Only a name and a password are stored for an operator, so the administrator of the pool resets the password.
      accountRecovery: AccountRecovery.NONE,
      featurePlan: FeaturePlan.LITE,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new UserPoolGroup(this, 'Operators', {
      userPool: this.userPool,
      groupName: OPERATORS_GROUP,
      description: 'May change data in the back office; other users may only read',
    });
    const operate = new ResourceServerScope({ scopeName: OPERATE, scopeDescription: 'Operate the service' });
    const server = this.userPool.addResourceServer('Interface', { identifier: RESOURCE_SERVER, scopes: [operate] });
    this.client = this.userPool.addClient('Page', {
      // Code in a browser cannot keep a secret; PKCE is used instead.
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
      'AwsSolutions-COG2':
        'The administrator can require a second factor (docs/back-office.md); a small deployment need not.',
      'AwsSolutions-COG3': 'Threat protection is billed by the user and month on a dearer plan.',
      'AwsSolutions-COG8': 'The required plan costs more than the rest of a small deployment.',
    };
    for (const [id, reason] of Object.entries(reasons)) Validations.of(this).acknowledge({ id, reason });
  }
}
