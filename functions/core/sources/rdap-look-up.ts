import * as z from 'zod';
import { asciiHost } from '../platform/names/ascii-host.ts';
import { listOf, orNull, readJson, unreadable } from './providers/read-response.ts';
import { findRdapServer, paceOf, type RdapContext } from './rdap-server.ts';

const REQUEST_MS = 10_000;

/** Parts of a domain object (RFC 9083, section 5.3) that are read. */
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: orNull(z.string()),
  status: listOf(z.string()).catch([]),
  events: listOf(z.object({ eventAction: z.string(), eventDate: z.string() })).catch([]),
  /** See `rdap-entities.ts`. */
  entities: z.unknown().optional(),
});
export type DomainObject = z.infer<typeof domainObject>;

/** What a registry answers about a domain. */
export interface LookUp {
  http_status: number;
  /** `null`: the domain is not registered. */
  found: DomainObject | null;
}

/**
 * Asks the registry about a domain (RFC 9082, section 3.1.3).
 *
 * @param name registrable domain, in lower-case ASCII
 * @returns `null` where the registry offers no RDAP
 * @throws {NetworkFailure}, {Refusal} or {ProviderUnavailable} where IANA's list or the registry does not answer
 */
export async function lookUp(name: string, context: RdapContext): Promise<LookUp | null> {
  const server = await findRdapServer(name, context);
  if (!server) return null;
  const url = `${server}domain/${name}`;
  const response = await context.http.request(url, {
    pace: paceOf(url),
    timeoutMs: REQUEST_MS,
    headers: { accept: 'application/rdap+json' },
  });
  // The body of a 404 may be anything (RFC 7480, section 5.3).
  if (response.status === 404) return { http_status: 404, found: null };
  const found = readJson(response, domainObject);
  if (found.ldhName !== null && asciiHost(found.ldhName) !== name) throw unreadable(response);
  return { http_status: response.status, found };
}
