import { isDeepStrictEqual } from 'node:util';
import type { FollowAllowance } from '../accounts/fetch-allowance.ts';
import { domainBlocked, invalidParameter, isError, ServiceError } from '../platform/http/errors.ts';
import { eachAtOnce } from '../platform/dynamodb/many-items.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import type { QueryDays } from '../domains/schedule/query-days.ts';
import type { DeliveryOutcomes } from '../deliveries/delivery-outcomes.ts';
import { rotatedSecret } from '../deliveries/secrets.ts';
import { GONE } from '../deliveries/send-signed.ts';
import { sendLimitedTest, type TestOutcome, type TestServices } from '../deliveries/send-test.ts';
import type { Condition } from './conditions.ts';
import type { WatchTest } from './delivery-schema.ts';
import type { EventLanguage } from './event-sentences.ts';
import { sampleEvents } from './sample-events.ts';
import { isPrivate } from '../crawls/store/private-crawls.ts';
import { coverageOf } from '../crawls/begin-crawl.ts';
import { type RequestedCrawl, type SealCredentials, storedCrawl, watchesLists } from './watched-lists.ts';
import { newWatchId, type Watch, type Watches, type WatchLimits } from './store/watches.ts';

/** The owner of watches. */
export interface WatchOwner extends FollowAllowance {
  id: string;
  /** Maximum number of watches; `null`: unlimited. */
  most: number | null;
  limits: WatchLimits;
}

export interface ManageServices {
  watches: Watches;
  followed: Pick<FollowedDomains, 'follow' | 'apply'>;
  list: Pick<DomainList, 'add' | 'states' | 'page'>;
  schedule: Pick<QueryDays, 'recordFirstQuery'>;
  outcomes: Pick<DeliveryOutcomes, 'readSigner' | 'confirm' | 'withdraw'>;
  sending: TestServices;
  sealCredentials: SealCredentials;
  maxFollowed: number;
  now: () => number;
}

/** What a request sets of a watch. */
export interface NewWatch {
  domains?: string[] | undefined;
  tag?: string | undefined;
  conditions: Condition[];
  crawl: RequestedCrawl | null;
  deliver: { url: string } | null;
  mail: boolean;
  /** Language of mails; default: English. */
  language?: EventLanguage | undefined;
}

export type WatchChanges = { [Member in keyof Omit<NewWatch, 'tag'>]?: NewWatch[Member] | undefined };

/** An unlimited number of watches is limited by the size of their list. */
const MOST_WATCHES = 1_000;
const STATES_PER_READ = 100;
const LISTED_PER_PAGE = 1_000;

/**
 * Creates a watch, and challenges the address of its receiver. An address that does not answer stays unconfirmed: a
 * receiver that verifies signatures can be given the secret first.
 *
 * @throws {ServiceError} invalid_parameter if a domain is blocked
 * @throws {ServiceError} proof_required if the crawl has credentials, and control of the domain is not proved
 * @throws {ServiceError} watches_full, snapshots_full, domain_allowance_exceeded
 */
export async function createWatch(requested: NewWatch, owner: WatchOwner, services: ManageServices): Promise<Watch> {
  const { watches, now } = services;
  const { domains, tag, conditions, crawl, deliver, mail, language } = requested;
  const time = now();
  const names = domains ? [...new Set(domains)] : null;
  const most = owner.most ?? MOST_WATCHES;
  const stored = await storedCrawl(crawl, { domains: names, owner: owner.id }, services.sealCredentials);
  if (!(await watches.hasRoom(owner.id, most))) throw full(most);
  await follow(names ?? (await domainsWith(tag!, services)), owner, services);
  const watch: Watch = {
    id: newWatchId(time),
    owner: owner.id,
    limits: owner.limits,
    domains: names,
    tag: tag ?? null,
    conditions,
    ...stored,
    mail,
    ...(language && { language }),
    created_at: time,
    updated_at: time,
    conditions_at: time,
    ...(deliver && { unconfirmed_url: deliver.url }),
  };
  if (!(await watches.add(watch, most))) throw full(most);
  return deliver ? challenge(watch, deliver.url, services) : watch;
}

const full = (max: number) => new ServiceError('watches_full', { values: { max } });

/**
 * Changes a watch.
 *
 * @throws {ServiceError} not_found, conflict, and those of {@link createWatch}
 */
export async function changeWatch(
  id: string,
  changes: WatchChanges,
  owner: WatchOwner,
  services: ManageServices,
): Promise<Watch> {
  const { watches, now } = services;
  const before = await findWatch(owner.id, id, services);
  if (changes.domains && before.domains === null) throw invalidParameter('domains', 'domains_or_tag');
  const domains = changes.domains ? [...new Set(changes.domains)] : before.domains;
  const added = (domains ?? []).filter((domain) => !before.domains?.includes(domain));
  await follow(added, owner, services);
  const conditions = changes.conditions ?? before.conditions;
  const isSame = isDeepStrictEqual(conditions, before.conditions);
  const url = changes.deliver === undefined ? undefined : (changes.deliver?.url ?? null);
  const isNewUrl = url !== undefined && url !== (before.deliver_url ?? before.unconfirmed_url ?? null);
  const update = {
    ...(isNewUrl && { ...NO_RECEIVER, unconfirmed_url: url ?? undefined }),
    domains,
    conditions,
    limits: owner.limits,
    ...(await changedCrawl(before, changes, domains, services)),
    mail: changes.mail ?? before.mail,
    language: changes.language ?? before.language,
    updated_at: laterThan(before, now()),
    conditions_at: isSame ? before.conditions_at : now(),
  };
  const after: Watch = { ...before, ...update };
  if (!(await watches.change(before, update))) throw new ServiceError('conflict');
  return isNewUrl && url !== null ? challenge(after, url, services) : after;
}

/** @param domains the watched domains after the change */
async function changedCrawl(
  before: Watch,
  changes: WatchChanges,
  domains: string[] | null,
  { sealCredentials }: Pick<ManageServices, 'sealCredentials'>,
) {
  if (changes.crawl !== undefined) return storedCrawl(changes.crawl, { domains, owner: before.owner }, sealCredentials);
  const isSame = isDeepStrictEqual(domains, before.domains);
  if (before.crawl && isPrivate(coverageOf(before.crawl)) && !isSame)
    throw invalidParameter('domains', 'one_domain_for_credentials');
  // The lists of the crawl are addresses of the domain before.
  if (watchesLists(before.crawl) && !isSame) throw invalidParameter('domains', 'one_domain_for_lists');
  return {};
}

const NO_RECEIVER = { deliver_url: undefined, unconfirmed_url: undefined, challenge: undefined, failing: undefined };

/** Returns the time of a change. Two changes in one millisecond differ, so that a concurrent one is noticed. */
const laterThan = ({ updated_at }: Watch, now: number) => Math.max(now, updated_at + 1);

/** @throws {ServiceError} not_found if the owner has no such watch */
export async function findWatch(owner: string, id: string, { watches }: Pick<ManageServices, 'watches'>) {
  const watch = await watches.read(owner, id);
  if (!watch) throw notFound();
  return watch;
}

const notFound = () => new ServiceError('not_found', { message: 'The owner of your key has no such watch.' });

/** @throws {ServiceError} not_found */
export async function deleteWatch(owner: string, id: string, { watches }: ManageServices): Promise<void> {
  if (!(await watches.remove(owner, id))) throw notFound();
}

/**
 * Sends a test delivery to the receiver of a watch. An answer of 2xx confirms its address, and ends its failure.
 *
 * @throws {ServiceError} not_found, no_receiver, and rate_limited beyond the limits of test deliveries
 */
export async function testWatch(owner: string, id: string, services: ManageServices) {
  const watch = await findWatch(owner, id, services);
  const url = watch.deliver_url ?? watch.unconfirmed_url;
  if (url === undefined) throw new ServiceError('no_receiver');
  const isConfirmed = url === watch.deliver_url || (await hasConfirmed(owner, url, services));
  const attempt = await sendTestTo(watch, url, isConfirmed, services);
  if (attempt.error === GONE && isConfirmed) await services.outcomes.withdraw(owner, url);
  return { attempt, watch: await recordChallenge(watch, url, attempt, services) };
}

/**
 * Begins the next secret of a watch; the previous one signs for 24 hours as well.
 *
 * @throws {ServiceError} not_found, rate_limited
 */
export async function rotateSecret(owner: string, id: string, services: ManageServices): Promise<Watch> {
  const watch = await findWatch(owner, id, services);
  const next = {
    ...rotatedSecret(watch, services.now()),
    updated_at: laterThan(watch, services.now()),
  };
  await services.watches.set(watch, next);
  return { ...watch, ...next };
}

/** Challenges a new address, unless its owner has confirmed it before. */
async function challenge(watch: Watch, url: string, services: ManageServices): Promise<Watch> {
  if (await hasConfirmed(watch.owner, url, services)) {
    return recordChallenge(watch, url, { status: null, error: null }, services);
  }
  const attempt = await sendTestTo(watch, url, false, services).catch((error: unknown) => {
    if (isError(error, 'rate_limited')) return { status: null, error: 'not_tested' };
    throw error;
  });
  return recordChallenge(watch, url, attempt, services);
}

/** Whether an address has answered a challenge of an owner, of a watch, batch or crawl. */
async function hasConfirmed(owner: string, url: string, { outcomes }: ManageServices): Promise<boolean> {
  return (await outcomes.readSigner({ owner, watch: null }))?.confirmed?.has(url) ?? false;
}

async function sendTestTo(
  watch: Watch,
  url: string,
  isConfirmed: boolean,
  { sending, outcomes, now }: ManageServices,
): Promise<TestOutcome> {
  const { id, owner } = watch;
  const data: WatchTest['data'] = { watch: id, events: sampleEvents(watch, now()) };
  const test = { id: `test_${id}_${now().toString(36)}`, url, signer: { owner, watch: id }, secret: watch, data };
  const attempt = await sendLimitedTest(test, isConfirmed, sending);
  if (attempt.error === null) await outcomes.confirm(owner, url);
  return attempt;
}

async function recordChallenge(
  watch: Watch,
  url: string,
  attempt: TestOutcome,
  { watches, now }: ManageServices,
): Promise<Watch> {
  // A test of a confirmed address that fails changes nothing: deliveries have their own retries.
  if (attempt.error !== null && watch.deliver_url === url) return watch;
  const changes =
    attempt.error === null ? { ...NO_RECEIVER, deliver_url: url } : { challenge: { ...attempt, at: now() } };
  const next = { ...changes, updated_at: laterThan(watch, now()) };
  // The receiver may have been changed or removed while the test was sent.
  const isStored = await watches.set(watch, next, watch.deliver_url === url ? 'deliver_url' : 'unconfirmed_url');
  return isStored ? { ...watch, ...next } : ((await watches.read(watch.owner, watch.id)) ?? watch);
}

/**
 * Makes the snapshots of domains daily. Those that were not followed count against the owner's allowance, also if the
 * watch is not stored afterwards: they stay followed.
 *
 * @throws {ServiceError} invalid_parameter if a domain is blocked
 * @throws {ServiceError} domain_allowance_exceeded, and snapshots_full if not all can be followed
 */
async function follow(domains: string[], owner: WatchOwner, services: ManageServices): Promise<void> {
  const states = await statesOf(domains, services);
  if (states.some(({ blocked }) => blocked)) throw domainBlocked('domains');
  const added = domains.filter((_, index) => !states[index]!.followed);
  if (added.length > 0) await owner.takeDomains(added);
  try {
    await startFollowing(domains, added, services);
  } catch (error) {
    const after = await statesOf(added, services);
    const left = added.filter((_, index) => !after[index]!.followed);
    if (left.length > 0) await owner.returnDomains(left);
    throw error;
  }
}

/** @returns the states of the domains, in their order */
async function statesOf(domains: string[], { list }: Pick<ManageServices, 'list'>) {
  const states = [];
  for (let start = 0; start < domains.length; start += STATES_PER_READ) {
    states.push(...(await list.states(domains.slice(start, start + STATES_PER_READ))).values());
  }
  return states;
}

/** @param added those that are not followed: only these change the number of followed domains, one item for all owners */
async function startFollowing(domains: string[], added: string[], services: ManageServices): Promise<void> {
  const { followed, list, schedule, maxFollowed, now } = services;
  await eachAtOnce(added, async (domain) => {
    await list.add(domain);
    await followed.follow(domain, now());
  });
  await eachAtOnce(domains, async (domain) => {
    await followed.apply(await schedule.recordFirstQuery(domain, now()), domain, now());
  });
  const states = await statesOf(domains, services);
  if (states.some((state) => !state.followed && !state.blocked)) {
    throw new ServiceError('snapshots_full', { values: { max: maxFollowed } });
  }
}

async function domainsWith(tag: string, { list }: ManageServices): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<DomainList['page']>> = await list.page(after, LISTED_PER_PAGE);
    found.push(
      ...page.domains.filter(({ tags, blocked }) => tags.includes(tag) && !blocked).map(({ domain }) => domain),
    );
    after = page.next;
  } while (after !== null);
  return found;
}
