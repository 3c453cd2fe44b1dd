import * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { uncheckedName } from '../names/ascii-host.ts';
import type { CachedQuery } from './cached-endpoint.ts';
import { isError } from './errors.ts';
import { readParameters } from './parameters.ts';

export type DomainSchema = z.ZodMiniType<string, string>;

/** What is stored of a domain, with the valid parameters of the request. */
export interface FoundStored<Request, Found> {
  request: Request;
  found: Found;
}

interface StoredQuery<Request, Found> {
  /** @param domain schema of the parameters that are domains */
  parameters: (domain: DomainSchema) => z.core.$ZodObject & z.core.$ZodType<Request>;
  find: (request: Request, event: APIGatewayProxyEvent) => Promise<Found>;
  /** Whether something is stored under the name of the domain. */
  isStored: (found: Found) => boolean;
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
}

/** The outcome with names that were not validated; `null`: a parameter is invalid. */
type Attempt<Request, Found> = { request: Request; outcome: PromiseSettledResult<Found> } | null;

const unchecked = z.pipe(z.pipe(z.string(), z.transform(uncheckedName)), z.string());

/**
 * Creates the query of what is stored of a domain. A name is validated before anything is stored under it: a name with
 * data needs no validation, and the module that validates names is not loaded. Nothing is read twice.
 *
 * Its queries throw `invalid_parameter` listing every parameter that is invalid, unknown or given more than once.
 */
export function storedQuery<Request, Found>({
  parameters,
  find,
  isStored,
  isReachable,
}: StoredQuery<Request, Found>): CachedQuery<FoundStored<Request, Found>, Attempt<Request, Found>> {
  const read = (event: APIGatewayProxyEvent, domain: DomainSchema) =>
    readParameters(event, parameters(domain)) as Request;

  /** @returns `null` if a parameter is invalid; the complete validation determines which ones */
  function readUnchecked(event: APIGatewayProxyEvent): Request | null {
    try {
      return read(event, unchecked);
    } catch (error) {
      if (isError(error, 'invalid_parameter')) return null;
      throw error;
    }
  }

  return {
    async read(event) {
      const request = readUnchecked(event);
      if (request === null) return { missed: null };
      const [outcome] = await Promise.allSettled([find(request, event)]);
      if (outcome.status === 'fulfilled' && isStored(outcome.value)) {
        return { stored: { request, found: outcome.value } };
      }
      if (outcome.status === 'rejected' && !isError(outcome.reason, 'invalid_parameter', 'not_crawled')) {
        throw outcome.reason;
      }
      return { missed: { request, outcome } };
    },

    async miss(event, attempt) {
      const { domainParameter } = await import('../names/address-parameters.ts');
      const request = read(event, domainParameter(isReachable));
      if (!attempt || JSON.stringify(attempt.request) !== JSON.stringify(request)) {
        return { request, found: await find(request, event) };
      }
      if (attempt.outcome.status === 'rejected') throw attempt.outcome.reason;
      return { request, found: attempt.outcome.value };
    },
  };
}
