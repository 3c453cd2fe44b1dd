import type { SSMProvider } from '@aws-lambda-powertools/parameters/ssm';
import { ServiceError } from '../platform/http/errors.ts';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';
import type { ForumSettings } from './settings.ts';

/** A rotated salt is read after this time, without a redeployment. */
const SALT_MAX_AGE_SECONDS = 300;
/** Low, because the caller waits for it. */
const MAX_ATTEMPTS = 2;

/** Settings of the upstream client. */
export interface UpstreamAccess extends Omit<ForumSettings, 'FORUM_SIGN_SALT_PARAMETER'> {
  /** Secret at the end of signed texts; it belongs to the client version in the paths. */
  salt: string;
}

/**
 * Adds the salt to the settings of the forum upstream. It is read from an SSM SecureString parameter and cached for five
 * minutes.
 *
 * @throws {ServiceError} not_configured if the operator has set no upstream or no salt
 * @throws the error of the parameter store if it cannot be read; the next call reads it again
 */
export async function readUpstreamAccess(settings: ForumSettings): Promise<UpstreamAccess> {
  if (settings.FORUM_UPSTREAM_URL === '') throw new ServiceError('not_configured');
  return { ...settings, salt: await readSecret(settings.FORUM_SIGN_SALT_PARAMETER) };
}

/** Created once per instance, when first needed. */
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
  throw new ServiceError('not_configured');
}

/** Powertools wraps the errors of the SDK. */
function isParameterMissing(error: unknown): boolean {
  const names = [error, (error as Error).cause].map((thrown) => (thrown as Error | undefined)?.name);
  return names.includes('ParameterNotFound');
}
