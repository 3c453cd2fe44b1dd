import * as z from 'zod';
import { listOf, readJson } from './providers/read-response.ts';
import type { ProviderAddress } from './providers/provider-client.ts';
import type { SourceContext } from './source.ts';
import { DAY_MS } from '../platform/time/day.ts';

/** IANA's list of RDAP servers. */
export const bootstrapAddress: ProviderAddress = { setting: 'RDAP_BOOTSTRAP_URL', baseUrl: 'https://data.iana.org' };
const BOOTSTRAP_MAX_AGE_MS = DAY_MS;
const BOOTSTRAP_MS = 10_000;
/** Minimum time between two requests to one server. */
const INTERVAL_MS = 1_000;

/** RDAP servers that answered in October 2026 although IANA's list lacks them. */
const UNLISTED: Record<string, string> = {
  co: 'https://rdap.registry.co/co/',
  de: 'https://rdap.denic.de/',
  io: 'https://rdap.identitydigital.services/rdap/',
  me: 'https://rdap.identitydigital.services/rdap/',
  my: 'https://rdap.mynic.my/rdap/',
  sh: 'https://rdap.identitydigital.services/rdap/',
  us: 'https://rdap.nic.us/',
};

/** RFC 9224, section 4: pairs of labels and base URLs. */
const service = z.tuple([listOf(z.string()), listOf(z.url({ protocol: /^https?$/ }))]).rest(z.unknown());
const bootstrap = z.object({ services: listOf(service.transform(([labels, urls]) => [labels, urls] as const)) });
type Services = z.infer<typeof bootstrap>['services'];

/** What finding and asking a server needs. */
export type RdapContext = Pick<SourceContext, 'http' | 'baseUrl' | 'shared'>;

/** The rate limit is per server, also where one server serves several registries. */
export function paceOf(url: string) {
  return { key: `rdap ${new URL(url).host}`, intervalMs: INTERVAL_MS };
}

/**
 * Finds the RDAP server of a domain.
 *
 * @returns base URL that ends with `/`; null where the registry offers no RDAP
 * @throws {NetworkFailure}, {Refusal} or {ProviderUnavailable} where IANA's list cannot be fetched
 */
export async function findRdapServer(domain: string, context: RdapContext): Promise<string | null> {
  const services = await readBootstrap(context);
  const labels = domain.split('.');
  // The longest matching suffix wins (RFC 9224, section 4).
  for (const suffix of labels.map((_, index) => labels.slice(index).join('.'))) {
    const [, urls] = services.find(([suffixes]) => suffixes.some((listed) => listed.toLowerCase() === suffix)) ?? [];
    const url = urls?.find((candidate) => candidate.startsWith('https:')) ?? urls?.[0];
    if (url) return url.endsWith('/') ? url : `${url}/`;
  }
  return UNLISTED[labels.at(-1)!] ?? null;
}

function readBootstrap({ baseUrl, shared, http }: RdapContext): Promise<Services> {
  const url = new URL('/rdap/dns.json', baseUrl(bootstrapAddress)).href;
  // Cached by URL, since each server has its own list.
  return shared(url, BOOTSTRAP_MAX_AGE_MS, async () => {
    const response = await http.request(url, { pace: paceOf(url), timeoutMs: BOOTSTRAP_MS });
    return readJson(response, bootstrap).services;
  });
}
