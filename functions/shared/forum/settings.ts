import type { SSMProvider } from '@aws-lambda-powertools/parameters/ssm';
import { awsRequestLimits } from '../aws/request-limits.ts';
import { ForumNotConfigured } from './errors.ts';

/** A rotated salt is used after this time at the latest, without a redeployment. */
const SALT_MAX_AGE_SECONDS = 300;
/** A caller waits. */
const MAX_ATTEMPTS = 2;

/** Settings of the upstream client. */
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
 * @throws {ForumNotConfigured} when the operator has set no upstream or no salt
 * @throws what the parameter store throws when it cannot be read; the next call tries again
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

/** Created once an instance, on first use. */
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
