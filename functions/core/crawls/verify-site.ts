import { createHash, timingSafeEqual } from 'node:crypto';
import type { WhileFetching } from '../accounts/fetch-slots.ts';
import { checkExistence, type ExistenceServices, refuseBlocked } from '../domains/existence.ts';
import { NetworkFailure } from '../platform/network/failures.ts';
import { followRedirects } from '../platform/network/http-client.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import { EXISTENCE_RDAP_MS } from '../domains/limits.ts';
import { fetchFromSite } from '../sources/site/home-page.ts';
import { createRobotsGate } from '../sources/site/robots-gate.ts';
import { createSiteAccess, type TakeSlots } from '../sources/site/site-requests.ts';
import { visitHop } from '../sources/site/visit-hop.ts';
import type { Proof, Verification, Verifications } from './store/verifications.ts';

const FILE = '/.well-known/seo-verification.txt';
const FILE_BYTES = 10_000;
const RECORD = '_seo-verification';
const DNS_MS = 3_000;
/** Time limit of all requests for the file: both schemes, redirects and their robots.txt files. */
const FILE_MS = 15_000;

export interface VerifyServices extends ExistenceServices {
  verifications: Verifications;
  slots: TakeSlots;
  /** Whether the operator has disabled requests to sites; then only DNS is checked. */
  isSiteDisabled: boolean;
  now: () => number;
}

interface VerifyRequest {
  domain: string;
  /** Owner of keys. */
  owner: string;
  /** Counts a page of the owner's allowance before requests are sent. */
  takePage: () => Promise<void>;
  whileFetching: WhileFetching;
}

/**
 * Returns the verification of a domain for an owner of keys, after looking for its token. A token is checked once a
 * minute at most, and not before it was returned once; a valid proof stays valid if the token is not found later.
 *
 * @throws {ServiceError} domain_blocked if the operator has blocked the domain
 * @throws {ServiceError} domain_not_found if its name does not exist; nothing is counted then
 * @throws what `takePage` and `whileFetching` throw
 */
export async function verifySite(
  { domain, owner, takePage, whileFetching }: VerifyRequest,
  services: VerifyServices,
): Promise<Verification> {
  const { verifications } = services;
  await refuseBlocked(domain, services);
  const stored = await verifications.readOrCreate(domain, owner);
  if (stored.isNew || !(await verifications.beginCheck(domain, owner))) return stored;
  const proof = await whileFetching(async (): Promise<Proof | null> => {
    await checkExistence(domain, { ignoresMissing: false, registry }, services);
    await takePage();
    if (await isInFile(domain, stored.token, services)) return 'file';
    return (await isInDns(domain, stored.token, services)) ? 'dns' : null;
  });
  return (proof && (await verifications.confirm(domain, owner, { token: stored.token, proof }))) ?? stored;
}

const registry = { mode: 'inline', maxMs: EXISTENCE_RDAP_MS } as const;

async function isInDns(domain: string, token: string, { network }: VerifyServices): Promise<boolean> {
  const resolver = network.resolver(domain);
  const timer = setTimeout(() => resolver.cancel(), DNS_MS);
  try {
    const records = await resolver.resolveTxt(`${RECORD}.${domain}`);
    return records.some((parts) => isEqual(parts.join(''), token));
  } catch {
    // There is no such record, or the name servers do not answer.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Looks for the token in a line of the file. Redirects are followed only between the hosts that a crawl includes. */
async function isInFile(domain: string, token: string, services: VerifyServices): Promise<boolean> {
  const { network, reader, slots, followed, isSiteDisabled, now } = services;
  if (isSiteDisabled) return false;
  const until = performance.now() + FILE_MS;
  const hosts = [domain, `www.${domain}`];
  const gate = createRobotsGate(network, reader);
  const site = createSiteAccess(domain, { network, gate, takeSlots: slots, followed, now });
  const send = site.rateLimited({ leftMs: () => until - performance.now() });
  const fetchFile = (home: string) =>
    followRedirects(new URL(FILE, home).href, async (url) => {
      if (!hosts.includes(url.hostname)) throw new NetworkFailure('bad_redirect');
      const limits = { maxBytes: FILE_BYTES, accept: 'text/plain,*/*;q=0.5' };
      // A person requests the file, so that groups of robots.txt for all crawlers do not apply.
      return (await visitHop(url, 'named', { gate, reader, send }, limits)).hop;
    });
  try {
    const { status, body } = await fetchFromSite(domain, fetchFile);
    const lines = new TextDecoder().decode(Buffer.concat(body)).split(/\r?\n/);
    return status === 200 && lines.some((line) => isEqual(line.trim(), token));
  } catch (error) {
    if (error instanceof NetworkFailure || error instanceof ProviderUnavailable) return false;
    throw error;
  } finally {
    await network.release();
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that does not depend on the texts. */
const isEqual = (text: string, token: string) => timingSafeEqual(hashOf(text), hashOf(token));
