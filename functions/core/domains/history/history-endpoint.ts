import * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { createDomainHistory } from '../store/domain-history.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { respond } from './respond.ts';
import type { HistorySettings } from '../../platform/settings/settings.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import { type HistoryAnswer, type HistoryServices, readHistory } from './read-history.ts';
import { isError } from '../../platform/http/errors.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import { historyParameters } from './request.ts';

/** Creates the endpoint of the history: snapshots of a domain, as JSON or CSV. It fetches no data. */
export function createHistoryEndpoint(settings: HistorySettings): Endpoint {
  const db = createDynamoDB(settings);
  const services = {
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    now: Date.now,
    isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
  };

  return async (event) => {
    const { found, ...form } = await findHistory(event, services);
    return respond(event, found, form);
  };
}

const uncheckedParameters = historyParameters(z.pipe(z.pipe(z.string(), z.transform(uncheckedName)), z.string()));

type Parameters = z.output<typeof uncheckedParameters>;

interface FoundHistory extends Pick<Parameters, 'fields' | 'format'> {
  found: HistoryAnswer;
}

interface Services extends HistoryServices {
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
}

/**
 * Reads the requested history. Names are validated before anything is stored under them, so a name with snapshots is not
 * validated again, and the module that validates names is not loaded.
 *
 * @throws {ServiceError} invalid_parameter listing every parameter that is invalid, unknown or given more than once
 */
export async function findHistory(event: APIGatewayProxyEvent, services: Services): Promise<FoundHistory> {
  const unchecked = await findUnchecked(event, services);
  if (unchecked && unchecked.found.count > 0) return unchecked;
  const { domainParameter } = await import('../../platform/names/address-parameters.ts');
  const parameters = readParameters(event, historyParameters(domainParameter(services.isReachable)));
  return unchecked?.found.domain === parameters.domain ? unchecked : find(parameters, services);
}

/** @returns `null` if a parameter is invalid; the complete validation determines which ones */
async function findUnchecked(event: APIGatewayProxyEvent, services: Services): Promise<FoundHistory | null> {
  try {
    return await find(readParameters(event, uncheckedParameters), services);
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return null;
    throw error;
  }
}

async function find({ fields, format, ...request }: Parameters, services: HistoryServices): Promise<FoundHistory> {
  return { found: await readHistory(request, services), fields, format };
}
