import { NOTFOUND } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import { getDomain } from 'tldts';
import { DomainNotFound } from '../http/errors.ts';
import { askSource } from '../providers/ask-source.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import type { MissingDomains } from '../storage/missing-domains.ts';
import { DAY_MS } from '../time/day.ts';
import { EXISTENCE_DNS_MS, EXISTENCE_RDAP_MS } from '../time/limits.ts';
import { sourceContext, type SourceServices } from './ask-sources.ts';

/** A name that no registry was asked about in time may exist: it is looked up again sooner. */
const UNCERTAIN_MS = 15 * 60_000;

export interface ExistenceServices extends SourceServices {
  missing: MissingDomains;
}

/**
 * Looks up whether a name exists before it is fetched for the first time. It does not where DNS knows neither the name
 * nor its `www.` twin (NXDOMAIN, RFC 8020), and the registry does not know it either: a registered name without name
 * servers exists. What does not exist is remembered for a day. Where DNS gives no answer, the name may exist.
 *
 * @param anew whether what is remembered does not count
 * @throws {DomainNotFound}
 */
export async function checkExistence(domain: string, anew: boolean, services: ExistenceServices): Promise<void> {
  const { missing } = services;
  if (!anew && (await missing.has(domain))) throw new DomainNotFound(domain);
  if (await isInDns(domain, services)) return;
  const rememberedMs = await missingFor(domain, services);
  if (rememberedMs === null) return;
  await missing.note(domain, rememberedMs);
  throw new DomainNotFound(domain);
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

/** @returns true for NXDOMAIN alone; a name without an address, and one that could not be looked up, may exist */
async function isUnknownName(name: string, resolver: Resolver): Promise<boolean> {
  return resolver.resolve4(name).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === NOTFOUND,
  );
}

/** @returns how long a name that DNS does not know is taken for missing; `null` where it is registered */
async function missingFor(domain: string, services: ExistenceServices): Promise<number | null> {
  const registry = services.sources.find(({ id }) => id === 'rdap');
  // A registry knows of no names below those that it registers.
  if (!registry || getDomain(domain) !== domain) return DAY_MS;
  const limits = { mode: 'inline' as const, deadline: services.now() + EXISTENCE_RDAP_MS };
  const context = await sourceContext(domain, `https://${domain}/`, limits.mode, services);
  const answer = await askSource(registry, domain, context, { ...services, limits });
  if (answer.status === 'ok') return null;
  return isCertain(answer) ? DAY_MS : UNCERTAIN_MS;
}

/** The registry does not know the name, or there is nobody to ask. */
function isCertain({ status, error }: SourceAnswer): boolean {
  return status === 'empty' || status === 'unsupported' || error?.code === 'disabled';
}
