import { getDomain } from 'tldts';
import { answerOf } from './providers/read-response.ts';
import { LIST_CAP, type Registration } from '../record/record.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { findRegistrar } from './rdap-entities.ts';
import { type DomainObject, lookUp } from './rdap-look-up.ts';
import { bootstrapAddress } from './rdap-server.ts';
import type { Source } from './source.ts';

/** Events that a registry dates by its own migrations, for many domains at once: on these days they say nothing. */
const MIGRATIONS: Record<string, Record<string, string[]>> = {
  ai: { registration: ['2017-12-15', '2017-12-16'], 'last changed': ['2026-08-12'] },
};

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
      const answer = await lookUp(name, context);
      if (!answer) return unsupported(name);
      const { http_status, found } = answer;
      if (!found) return { status: 'empty', http_status, sections: { registration: null } };
      return { status: 'ok', http_status, sections: { registration: describe(found, name, context.now()) } };
    }),
};

function unsupported(name: string): SourceAnswer {
  const message = `The registry of .${suffixOf(name)} offers no RDAP`;
  return { status: 'unsupported', error: { code: 'no_rdap_server', message, retryable: false } };
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
    // The second is not in RFC 9083, but used.
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

/** Some registries return dates without time, or times without zone: those are read as UTC. */
function isoTime(written = ''): string | null {
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(written);
  const at = Date.parse(written.length > 10 && !hasZone ? `${written.replace(' ', 'T')}Z` : written);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
