import type { CaaRecord } from 'node:dns';
import { CANCELLED, NODATA, NOTFOUND, TIMEOUT } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import { getDomain } from 'tldts';
import { type Dns, LIST_CAP } from '../record/record.ts';
import { ofOwnHosts, type Source } from './source.ts';
import type { SourceAnswer } from '../record/source-answer.ts';

/** Time limit of all lookups, which run in parallel. */
const DNS_MS = 3_000;

const POLICIES = ['none', 'quarantine', 'reject'] as const;
type DmarcPolicy = (typeof POLICIES)[number];

/** DNS records of the name; name servers and CAA of its zone if it has none of its own. */
export const dnsSource: Source = {
  id: 'dns',
  fields: ['dns'],
  ...ofOwnHosts,
  isEvidence: true,
  maxAgeDays: 1,
  inlineMs: 4_000,
  backgroundMs: 0,
  async fetch(domain, { network }) {
    const resolver = network.resolver(domain);
    const timer = setTimeout(() => resolver.cancel(), DNS_MS);
    try {
      return await lookUpAll(domain, resolver);
    } finally {
      clearTimeout(timer);
    }
  },
};

/** Starts all lookups; the names are those in error messages. */
function lookups(domain: string, resolver: Resolver) {
  return {
    A: noneIfAbsent(resolver.resolve4(domain)),
    AAAA: noneIfAbsent(resolver.resolve6(domain)),
    NS: climb(domain, (name) => nameServers(name, resolver)),
    MX: noneIfAbsent(resolver.resolveMx(domain)),
    TXT: noneIfAbsent(resolver.resolveTxt(domain)),
    DMARC: dmarcPolicy(domain, resolver),
    CAA: climb(domain, (name) => resolver.resolveCaa(name)),
  };
}

async function lookUpAll(domain: string, resolver: Resolver): Promise<SourceAnswer> {
  const pending = lookups(domain, resolver);
  const settled = await Promise.allSettled(Object.values(pending));
  const failed = Object.keys(pending).filter((_, index) => settled[index]!.status === 'rejected');
  const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [errorCode(result.reason)] : []));
  const timedOut = reasons.every((code) => code === TIMEOUT || code === CANCELLED);
  const error = {
    code: timedOut ? 'timeout' : 'lookup_failed',
    message: `The name servers did not answer the lookups of ${failed.join(', ')}`,
    retryable: true,
  };
  const [a, aaaa, ns, mx, txt, dmarc, caa] = await Promise.all([
    pending.A.catch(() => null),
    pending.AAAA.catch(() => null),
    pending.NS.catch(() => null),
    pending.MX.catch(() => null),
    pending.TXT.catch(() => null),
    pending.DMARC.catch(() => null),
    pending.CAA.catch(() => null),
  ]);
  const dns: Dns = {
    ...capped('a', a && a.toSorted()),
    ...capped('aaaa', aaaa && aaaa.toSorted()),
    ...capped('ns', ns && ns.map((name) => name.toLowerCase()).toSorted()),
    ...capped('mx', mx && mailServers(mx)),
    has_spf: txt && hasSpf(txt.map((parts) => parts.join(''))),
    dmarc_policy: dmarc,
    ...capped('caa', caa && caa.map(caaMember)),
  };
  // Records that are inherited from the zone do not prove that the name itself exists.
  const own = [a, aaaa, mx, txt, domain === registrableDomain(domain) ? ns : null];
  const exists = own.some((records) => records !== null && records.length > 0);
  if (failed.length === 0) return { status: exists ? 'ok' : 'empty', sections: { dns } };
  return exists ? { status: 'partial', sections: { dns }, error } : { status: timedOut ? 'timeout' : 'error', error };
}

/** Returns a list limited to `LIST_CAP`, and its complete length; both null if the lookup failed. */
function capped<K extends string, T>(name: K, all: T[] | null) {
  return { [name]: all && all.slice(0, LIST_CAP), [`${name}_total`]: all && all.length } as Record<K, T[] | null> &
    Record<`${K}_total`, number | null>;
}

/** @returns `[]` if the name, or this type of record, does not exist */
async function noneIfAbsent<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    if (errorCode(error) === NODATA || errorCode(error) === NOTFOUND) return [];
    throw error;
  }
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Looks up the name, then its parents up to the registrable domain, and returns the first records (RFC 8659, 3). */
async function climb<T>(domain: string, lookUp: (name: string) => Promise<T[]>): Promise<T[]> {
  const top = registrableDomain(domain);
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    const records = await noneIfAbsent(lookUp(name));
    if (records.length > 0 || name === top || !name.includes('.')) return records;
  }
}

/** Returns the name servers of a zone. The answer for an alias contains those of its target, which are not of its zone. */
async function nameServers(name: string, resolver: Resolver): Promise<string[]> {
  const records = await resolver.resolveNs(name);
  if (name === registrableDomain(name)) return records;
  const targets = await noneIfAbsent(resolver.resolveCname(name));
  return targets.length > 0 ? [] : records;
}

function registrableDomain(domain: string): string {
  return getDomain(domain) ?? domain;
}

/**
 * Returns mail servers in the order of preference. The list is empty for a single empty exchange, which means that the
 * domain accepts no mail (RFC 7505).
 */
function mailServers(records: { priority: number; exchange: string }[]) {
  return records
    .filter(({ exchange }) => exchange !== '' && exchange !== '.')
    .map(({ priority, exchange }) => ({ priority, exchange: exchange.toLowerCase() }))
    .toSorted((a, b) => a.priority - b.priority || (a.exchange < b.exchange ? -1 : 1));
}

/** Whether there is exactly one SPF record; several are an error (RFC 7208, section 4.5). */
function hasSpf(texts: string[]): boolean {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text)).length === 1;
}

/** Returns the policy of the name, or the subdomain policy of the registrable domain (RFC 7489, section 6.6.3). */
async function dmarcPolicy(domain: string, resolver: Resolver): Promise<DmarcPolicy | null> {
  const own = await dmarcRecords(domain, resolver);
  const top = registrableDomain(domain);
  if (own.length > 0 || top === domain) return onlyPolicy(own, ['p']);
  return onlyPolicy(await dmarcRecords(top, resolver), ['sp', 'p']);
}

async function dmarcRecords(domain: string, resolver: Resolver): Promise<Map<string, string>[]> {
  const texts = await noneIfAbsent(resolver.resolveTxt(`_dmarc.${domain}`));
  return texts
    .map((parts) => parts.join(''))
    .filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text))
    .map(tagsOf);
}

function tagsOf(record: string): Map<string, string> {
  const pairs = record.split(';').map((tag) => tag.split('=', 2).map((part) => part.trim().toLowerCase()));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}

/**
 * Returns the policy of a record. Several records are treated as none. A record without a valid policy means `none` if it
 * has an address for reports, and is treated as no record otherwise.
 */
function onlyPolicy(records: Map<string, string>[], tags: string[]): DmarcPolicy | null {
  const [record] = records;
  if (!record || records.length > 1) return null;
  const written = tags.map((tag) => record.get(tag)).find((value) => value !== undefined);
  const policy = POLICIES.find((known) => known === written);
  return policy ?? (record.has('rua') ? 'none' : null);
}

/** Node returns the tag as a property name: `{ critical: 0, issue: 'ca.example' }`. */
function caaMember(record: CaaRecord): NonNullable<Dns['caa']>[number] {
  const { critical, ...property } = record;
  const [tag = '', value = ''] =
    Object.entries(property as Record<string, string>).find(([name]) => name !== 'type') ?? [];
  return { critical, tag, value };
}
