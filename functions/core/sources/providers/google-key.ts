import { badKey, isJson } from './read-response.ts';
import type { ProviderResponse } from './provider-client.ts';

/**
 * Google says in several ways that it does not accept a key: 401, 403 (`PERMISSION_DENIED`), or 400 with the reason
 * `API_KEY_INVALID`.
 *
 * @throws {Refusal} where it does not
 */
export function judgeGoogleKey(response: ProviderResponse): void {
  const { status, body } = response;
  if (!isJson(response)) return;
  const isInvalid = status === 400 && /API_KEY_INVALID|API key (?:not valid|expired)/.test(body.toString());
  if (status === 401 || status === 403 || isInvalid) throw badKey(response);
}
