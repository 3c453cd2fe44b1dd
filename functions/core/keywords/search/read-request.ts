import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { readParameters } from '../../platform/http/parameters.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { KeywordsSettings } from '../settings.ts';
import { DOMAIN_DESCRIPTION, type KeywordsRequest, keywordsParameters } from './request.ts';

const textParameters = keywordsParameters(z.string());

/** Reads the parameters. The module that validates domain names is loaded only if there is one. */
export async function readRequest(
  event: APIGatewayProxyEvent,
  { RESOLVE_OVERRIDES }: Pick<KeywordsSettings, 'RESOLVE_OVERRIDES'>,
): Promise<KeywordsRequest> {
  if (!event.multiValueQueryStringParameters?.domain?.some(Boolean)) return readParameters(event, textParameters);
  const { domainParameter } = await import('../../platform/names/address-parameters.ts');
  const domain = domainParameter(parseHostOverrides(RESOLVE_OVERRIDES).has, DOMAIN_DESCRIPTION);
  return readParameters(event, keywordsParameters(domain));
}
