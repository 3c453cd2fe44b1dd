import { getDomain } from 'tldts';
import * as z from 'zod';
import { asciiHost } from '../domain/ascii-host.ts';
import { LIST_CAP, type Registration } from '../record/record.ts';
import { answerOf, orNull, readJson, unreadable } from '../providers/read-response.ts';
import { bootstrapAddress, findRdapServer, paceOf } from './rdap-server.ts';
import type { Source } from './source.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { DAY_MS } from '../time/day.ts';

const REQUEST_MS = 10_000;

/** Dates of registry migrations, which RDAP returns for many domains at once: they are ignored. */
const REGISTRY_WIDE_DAYS: Record<string, string[]> = { ai: ['2017-12-15', '2026-08-12'] };

/** Parts of a domain object (RFC 9083, section 5.3) that are read. */
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: orNull(z.string()),
  status: z.array(z.string()).catch([]),
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).catch([]),
  entities: z
    .array(
      z.object({
        roles: z.array(z.string()).catch([]),
        publicIds: z.array(z.object({ type: z.string(), identifier: z.coerce.string() })).catch([]),
        /** jCard (RFC 7095): `["vcard", [[name, parameters, type, value], …]]` */
        vcardArray: z.tuple([z.literal('vcard'), z.array(z.array(z.unknown()))]).catch(['vcard', []]),
      }),
    )
    .catch([]),
});
type DomainObject = z.infer<typeof domainObject>;

/** Registration data of the registrable domain, by RDAP (RFC 9082 and 9083). */
export const rdapSource: Source = {
  id: 'rdap',
  fields: ['registration'],
  attribution: null,
  isEvidence: true,
  address: bootstrapAddress,
  keys: [],
  maxAgeDays: 7,
  inlineMs: 6_000,
  backgroundMs: 30_000,
  costUsd: 0,
  ask: (domain, context) =>
    answerOf(async () => {
      const name = getDomain(domain) ?? domain;
      const server = await findRdapServer(name, context);
      if (!server) return unsupported(name);
      const url = `${server}domain/${name}`;
      const response = await context.http.request(url, {
        pace: paceOf(url),
        timeoutMs: REQUEST_MS,
        headers: { accept: 'application/rdap+json' },
      });
      const http_status = response.status;
      // The body of a 404 may be anything (RFC 7480, section 5.3).
      if (http_status === 404) return { status: 'empty', http_status, sections: { registration: null } };
      const found = readJson(response, domainObject);
      if (found.ldhName !== null && asciiHost(found.ldhName) !== name) throw unreadable(response);
      return { status: 'ok', http_status, sections: { registration: describe(found, name, context.now()) } };
    }),
};

function unsupported(name: string): SourceAnswer {
  const suffix = name.slice(name.lastIndexOf('.'));
  const error = { code: 'no_rdap_server', message: `The registry of ${suffix} offers no RDAP`, retryable: false };
  return { status: 'unsupported', error };
}

function describe({ status, events, entities }: DomainObject, name: string, now: number): Registration {
  const ignoredDays = REGISTRY_WIDE_DAYS[name.slice(name.lastIndexOf('.') + 1)] ?? [];
  const timeOf = (action: string) => {
    const time = isoTime(events.find(({ eventAction }) => eventAction.toLowerCase() === action)?.eventDate);
    return ignoredDays.some((day) => time?.startsWith(day)) ? null : time;
  };
  const registeredAt = timeOf('registration');
  const registrar = entities.find(({ roles }) => roles.includes('registrar'));
  return {
    registered_at: registeredAt,
    expires_at: timeOf('expiration'),
    updated_at: timeOf('last changed'),
    age_days: registeredAt === null ? null : Math.max(0, Math.floor((now - Date.parse(registeredAt)) / DAY_MS)),
    registrar: fullName(registrar?.vcardArray[1]),
    registrar_iana_id: registrar?.publicIds.find(({ type }) => type === 'IANA Registrar ID')?.identifier ?? null,
    statuses: status.slice(0, LIST_CAP),
    statuses_total: status.length,
    method: 'rdap',
  };
}

/** `fn` of a jCard. */
function fullName(card: unknown[][] = []): string | null {
  const value = card.find(([name]) => name === 'fn')?.[3];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Some registries return dates without time, or times without zone: those are read as UTC. */
function isoTime(written = ''): string | null {
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(written);
  const at = Date.parse(written.length > 10 && !hasZone ? `${written.replace(' ', 'T')}Z` : written);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
