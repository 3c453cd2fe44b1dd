import { NOTFOUND } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import { getDomain } from 'tldts';
import { domainBlocked, ServiceError } from '../platform/http/errors.ts';
import { fetchSource, type FetchMode } from '../sources/providers/fetch-source.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';
import type { MissingDomains } from './store/missing-domains.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { EXISTENCE_DNS_MS } from './limits.ts';
import { sourceContext, type SourceServices, timed } from './fetch-sources.ts';

/** How long a name is remembered as missing if the registry did not answer, since it may exist. */
const UNCERTAIN_MS = 15 * 60_000;

export interface ExistenceServices extends SourceServices {
  missing: MissingDomains;
}

/**
 * Refuses a domain that the operator has blocked. Each request that would fetch anything of a domain calls it before its
 * first fetch; answers from what is stored do not need it.
 *
 * @param param name of the parameter with the domain
 * @throws {ServiceError} domain_blocked
 */
export async function refuseBlocked(
  domain: string,
  { followed }: Pick<SourceServices, 'followed'>,
  param = 'domain',
): Promise<void> {
  if (await followed.isBlocked(domain)) throw domainBlocked(param);
}

/** How a name is looked up. */
export interface LookUp {
  /** Whether to ignore the names that are remembered as missing. */
  ignoresMissing: boolean;
  /** Mode of the request to the registry, and its time limit. */
  registry: { mode: FetchMode; maxMs: number };
}

/**
 * Checks whether a name exists before its first fetch. A name does not exist if DNS has neither the name nor its `www.`
 * variant (NXDOMAIN, RFC 8020), and the registry does not have it either; a registered name without name servers exists.
 * Missing names are remembered for a day. If DNS does not answer, the name may exist.
 *
 * @returns the answer of the registry for a name that only the registry has; `null` if the registry was not requested
 * @throws {ServiceError} domain_not_found
 */
export async function checkExistence(
  domain: string,
  { ignoresMissing, registry }: LookUp,
  services: ExistenceServices,
): Promise<SourceResult | null> {
  const { missing } = services;
  if (!ignoresMissing && (await missing.has(domain)))
    throw new ServiceError('domain_not_found', { values: { domain } });
  if (await isInDns(domain, services)) return null;
  const result = await requestRegistry(domain, registry, services);
  if (result?.answer.status === 'ok') return result;
  await missing.add(domain, !result || isCertain(result.answer) ? DAY_MS : UNCERTAIN_MS);
  throw new ServiceError('domain_not_found', { values: { domain } });
}

async function isInDns(domain: string, { network }: ExistenceServices): Promise<boolean> {
  const resolver = network.resolver(domain);
  const timer = setTimeout(() => resolver.cancel(), EXISTENCE_DNS_MS);
  try {
    return !(await isUnknownName(domain, resolver)) || !(await isUnknownName(`www.${domain}`, resolver));
  } finally {
    clearTimeout(timer);
  }
}

/** @returns true only for NXDOMAIN; a name without an address, or whose lookup failed, may exist */
async function isUnknownName(name: string, resolver: Resolver): Promise<boolean> {
  return resolver.resolve4(name).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === NOTFOUND,
  );
}

/** @returns `null` if there is no registry to request; a registry has no names below those that it registers */
async function requestRegistry(
  domain: string,
  { mode, maxMs }: LookUp['registry'],
  services: ExistenceServices,
): Promise<SourceResult | null> {
  const registry = services.sources.find(({ id }) => id === 'rdap');
  if (!registry || getDomain(domain) !== domain) return null;
  // Registries need no keys, which may take longer to read than the registry may take.
  const withoutKeys = { ...services, readKeys: () => Promise.resolve({}) };
  const context = await sourceContext(domain, Promise.resolve(null), mode, withoutKeys);
  const limits = { mode, deadline: services.now() + maxMs };
  return timed(registry, () => fetchSource(registry, domain, context, { ...services, limits }));
}

/** Whether the registry does not have the name, or there is no registry to request. */
function isCertain({ status, error }: SourceAnswer): boolean {
  return status === 'empty' || status === 'unsupported' || error?.code === 'disabled';
}
