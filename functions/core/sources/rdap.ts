import * as z from 'zod';
import { getDomain } from 'tldts';
import { answerOf, failure, listOf, orNull, readJson, unreadable } from './providers/read-response.ts';
import { LIST_CAP, type Registration } from '../record/record.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { Source, SourceContext } from './source.ts';
import { asciiHost } from '../platform/names/ascii-host.ts';
import type { ProviderAddress } from './providers/provider-client.ts';

/** IANA's list of RDAP servers. */
const bootstrapAddress: ProviderAddress = { setting: 'RDAP_BOOTSTRAP_URL', baseUrl: 'https://data.iana.org' };

/** Days on which a registry's migration dated events of many domains; these dates are ignored. */
const MIGRATIONS: Record<string, Record<string, string[]>> = {
  ai: { registration: ['2017-12-15', '2017-12-16'], 'last changed': ['2026-08-12'] },
};

/** Registration data of the registrable domain, from RDAP (RFC 9082 and 9083). */
export const rdapSource: Source = {
  id: 'rdap',
  fields: ['registration'],
  attribution: null,
  isEvidence: true,
  address: bootstrapAddress,
  keys: [],
  maxAgeDays: 7,
  // The existence check before a new domain has limits of its own (`domains/limits.ts`).
  inlineMs: 6_000,
  backgroundMs: 30_000,
  costUsd: 0,
  fetch: (domain, context) =>
    answerOf(async () => {
      const name = getDomain(domain) ?? domain;
      const answer = await lookUp(name, context);
      if (!answer) return unsupported(name);
      const { http_status, found } = answer;
      if (!found) return { status: 'empty', http_status, sections: { registration: null } };
      return { status: 'ok', http_status, sections: { registration: describe(found, name, context.now()) } };
    }),
};

function unsupported(name: string): SourceAnswer {
  const message = `The registry of .${suffixOf(name)} has no RDAP server`;
  return failure('unsupported', 'no_rdap_server', message, false);
}

function describe({ status, events, entities }: DomainObject, name: string, now: number): Registration {
  const migrations = MIGRATIONS[suffixOf(name)] ?? {};
  const timeOf = (action: string) => {
    const time = isoTime(events.find(({ eventAction }) => eventAction.toLowerCase() === action)?.eventDate);
    return migrations[action]?.some((day) => time?.startsWith(day)) ? null : time;
  };
  const registeredAt = timeOf('registration');
  const registrar = findRegistrar(entities);
  return {
    registered_at: registeredAt,
    expires_at: timeOf('expiration'),
    // `last update` is not in RFC 9083, but registries use it.
    updated_at: timeOf('last changed') ?? timeOf('last update'),
    age_days: registeredAt === null ? null : Math.max(0, Math.floor((now - Date.parse(registeredAt)) / DAY_MS)),
    registrar: registrar.name,
    registrar_iana_id: registrar.ianaId,
    statuses: status.slice(0, LIST_CAP),
    statuses_total: status.length,
    method: 'rdap',
  };
}

function suffixOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Converts a date to ISO 8601. Some registries return dates without time, or times without zone, which are read as UTC. */
function isoTime(written = ''): string | null {
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(written);
  const at = Date.parse(written.length > 10 && !hasZone ? `${written.replace(' ', 'T')}Z` : written);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const REQUEST_MS = 10_000;

/** The members of a domain object that are used (RFC 9083, section 5.3). */
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: orNull(z.string()),
  status: listOf(z.string()).catch([]),
  events: listOf(z.object({ eventAction: z.string(), eventDate: z.string() })).catch([]),
  /** See {@link findRegistrar}. */
  entities: z.unknown().optional(),
});
type DomainObject = z.infer<typeof domainObject>;

/** The response of a registry for a domain. */
interface LookUp {
  http_status: number;
  /** `null`: the domain is not registered. */
  found: DomainObject | null;
}

/**
 * Looks up a domain at its registry (RFC 9082, section 3.1.3).
 *
 * @param name registrable domain, in lower-case ASCII
 * @returns `null` if the registry has no RDAP server
 * @throws {NetworkFailure}, {Refusal} or {ProviderUnavailable} if IANA's list or the registry does not answer
 */
async function lookUp(name: string, context: RdapContext): Promise<LookUp | null> {
  const server = await findRdapServer(name, context);
  if (!server) return null;
  const url = `${server}domain/${name}`;
  const response = await context.http.request(url, {
    rateLimit: rateLimitOf(url),
    timeoutMs: REQUEST_MS,
    headers: { accept: 'application/rdap+json' },
  });
  // The body of a 404 is not defined (RFC 7480, section 5.3).
  if (response.status === 404) return { http_status: 404, found: null };
  const found = readJson(response, domainObject);
  if (found.ldhName !== null && asciiHost(found.ldhName) !== name) throw unreadable(response);
  return { http_status: response.status, found };
}

const BOOTSTRAP_MAX_AGE_MS = DAY_MS;
const BOOTSTRAP_MS = 10_000;
/** Minimum time between two requests to one server. */
const INTERVAL_MS = 1_000;

/** RDAP servers that are not in IANA's list but answered in October 2026. */
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

/** Dependencies of finding and requesting a server. */
type RdapContext = Pick<SourceContext, 'http' | 'baseUrl' | 'shared'>;

/** Returns the rate limit of a server, which all its registries share. */
function rateLimitOf(url: string) {
  return { key: `rdap ${new URL(url).host}`, intervalMs: INTERVAL_MS };
}

/**
 * Finds the RDAP server of a domain.
 *
 * @returns base URL that ends with `/`; null if the registry has no RDAP server
 * @throws {NetworkFailure}, {Refusal} or {ProviderUnavailable} if IANA's list cannot be fetched
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
    const response = await http.request(url, { rateLimit: rateLimitOf(url), timeoutMs: BOOTSTRAP_MS });
    return readJson(response, bootstrap).services;
  });
}

/** Maximum depth of nested entities; no registry nests deeper. */
const MAX_LEVELS = 5;

const entityList = listOf(
  z.object({
    roles: listOf(z.string().transform((role) => role.toLowerCase())).catch([]),
    publicIds: listOf(z.object({ type: z.string(), identifier: z.coerce.string() })).catch([]),
    /** jCard (RFC 7095): `["vcard", [[name, parameters, type, value], …]]` */
    vcardArray: z.tuple([z.literal('vcard'), listOf(z.array(z.unknown()))]).catch(['vcard', []]),
    entities: z.unknown().optional(),
  }),
).catch([]);
type Entity = z.infer<typeof entityList>[number];

/** The registrar of a domain. */
interface Registrar {
  name: string | null;
  /** Id in IANA's list of registrars. */
  ianaId: string | null;
}

/**
 * Finds the registrar among the entities of a domain (RFC 9083, section 5.1).
 *
 * @param entities member `entities` of the registry's response
 */
function findRegistrar(entities: unknown): Registrar {
  const registrar = entitiesIn(entities).find(({ roles }) => roles.includes('registrar'));
  if (!registrar) return { name: null, ianaId: null };
  const [, card] = registrar.vcardArray;
  return {
    name: valueOf('fn', card) ?? valueOf('org', card),
    ianaId: registrar.publicIds.find(({ type }) => type === 'IANA Registrar ID')?.identifier ?? null,
  };
}

/** Returns all entities, nested ones included; outer ones first. */
function entitiesIn(written: unknown): Entity[] {
  const all: Entity[] = [];
  let level = entityList.parse(written);
  for (let levels = 0; levels < MAX_LEVELS; levels += 1) {
    all.push(...level);
    level = level.flatMap(({ entities }) => entityList.parse(entities));
  }
  return all;
}

/** @returns a text of a jCard, the first of several; `null` if it is missing or empty */
function valueOf(property: string, card: unknown[][]): string | null {
  const values = card.filter(([name]) => name === property).flatMap(([, , , value]) => value);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}
