import { getParametersByName } from '@aws-lambda-powertools/parameters/ssm';
import { type SourceKey, sourceKeys } from './keys.ts';

/** A rotated key is picked up after so long, without a redeployment. */
const MAX_AGE_SECONDS = 300;

/**
 * Reads the keys that the operator has set, from SSM SecureString parameters; kept for five minutes.
 *
 * @param prefix such as `/search-metrics/sources/`
 * @returns the keys that there are
 */
export async function readSourceKeys(prefix: string): Promise<Partial<Record<SourceKey, string>>> {
  const parameters = Object.fromEntries(sourceKeys.map((key) => [prefix + key, {}]));
  const values = await readAll(parameters);
  const found = sourceKeys.flatMap((key) => {
    const value = values[prefix + key];
    return typeof value === 'string' && value ? [[key, value] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Sources without keys can be asked all the same when the parameter store cannot. */
async function readAll(parameters: Record<string, object>): Promise<Record<string, unknown>> {
  try {
    return await getParametersByName(parameters, { decrypt: true, maxAge: MAX_AGE_SECONDS, throwOnError: false });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'keys of sources not read', error: (error as Error).name }));
    return {};
  }
}
