import type { SSMProvider } from '@aws-lambda-powertools/parameters/ssm';
import { awsRequestLimits } from '../aws/request-limits.ts';
import { ForumNotConfigured } from './errors.ts';

/** A rotated salt is picked up after so long, without a redeployment. */
const SALT_MAX_AGE_SECONDS = 300;
/** A caller waits. */
const MAX_ATTEMPTS = 2;

/** What the upstream client has to know. */
export interface ForumSettings {
  upstreamUrl: string;
  marketId: string;
  deviceCode: string;
  /** Secret that signatures end in; belongs to the client version in the paths. */
  salt: string;
}

/**
 * Reads the settings of the forum upstream; the salt from an SSM SecureString parameter, kept for five minutes.
 *
 * @throws {ForumNotConfigured} where the operator has set no upstream or no salt
 * @throws what the parameter store throws where it cannot be read now; the next call reads it again
 */
export async function readForumSettings(environment: NodeJS.ProcessEnv): Promise<ForumSettings> {
  const { FORUM_UPSTREAM_URL, FORUM_SIGN_SALT_PARAMETER, FORUM_MARKET_ID, FORUM_DEVICE_CODE } = environment;
  if (!FORUM_UPSTREAM_URL || !FORUM_SIGN_SALT_PARAMETER) throw new ForumNotConfigured();
  return {
    upstreamUrl: FORUM_UPSTREAM_URL,
    marketId: FORUM_MARKET_ID ?? '',
    deviceCode: FORUM_DEVICE_CODE ?? '',
    salt: await readSecret(FORUM_SIGN_SALT_PARAMETER),
  };
}

/** Made once an instance, when it first needs it. */
let parameters: SSMProvider | undefined;

async function readSecret(name: string): Promise<string> {
  const { SSMProvider } = await import('@aws-lambda-powertools/parameters/ssm');
  parameters ??= new SSMProvider({ clientConfig: { maxAttempts: MAX_ATTEMPTS, requestHandler: awsRequestLimits } });
  try {
    const value = await parameters.get(name, { decrypt: true, maxAge: SALT_MAX_AGE_SECONDS });
    if (value) return value;
  } catch (error) {
    if (!isParameterMissing(error)) throw error;
  }
  throw new ForumNotConfigured();
}

/** Powertools wraps what the SDK throws. */
function isParameterMissing(error: unknown): boolean {
  const names = [error, (error as Error).cause].map((thrown) => (thrown as Error | undefined)?.name);
  return names.includes('ParameterNotFound');
}
