import * as z from 'zod';
import { domainParameter } from '../core/platform/names/address-parameters.ts';
import { invalidParameters } from '../core/platform/http/errors.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { messageOf, ofLength, readParameters } from '../core/platform/http/parameters.ts';
import { forgetDomain } from '../core/deletion/forget-domain.ts';
import { type HistoryServices, readHistory } from '../core/domains/history/read-history.ts';
import { rangeParameter } from '../core/domains/history/request.ts';
import { wholeNumberParameter } from '../core/platform/http/common-parameters.ts';
import { changeDomains, type ChangeServices } from './change-domains.ts';
import { compareDomains } from './compare-domains.ts';
import type { AskedSnapshot } from './contract.ts';
import { describeDomain, type DescribeServices } from './describe-domain.ts';
import { listDomains, type ListServices } from './list-domains.ts';
import type { Call, Route } from './router.ts';
import { blockDomain, refreshLater, takeSnapshotLater, type WorkServices } from './work-on-domain.ts';

export interface DomainServices extends ListServices, DescribeServices, WorkServices, HistoryServices, ChangeServices {
  followed: WorkServices['followed'] & ChangeServices['followed'];
  list: ListServices['list'];
  requests: DescribeServices['requests'] & WorkServices['requests'];
  snapshots: WorkServices['snapshots'];
  leases: WorkServices['leases'];
  now: () => number;
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
}

const historyParameters = z.object({
  range: rangeParameter,
  limit: wholeNumberParameter({ name: 'Most snapshots in the answer', min: 1, max: 1_000, default: 100 }),
});
const listParameters = z.object({ after: z.string().max(253).optional() });

const LONGEST_TAG = 40;
const tag = z
  .string({ error: 'must be text' })
  .trim()
  .refine(...ofLength(LONGEST_TAG));
const tags = z
  .array(tag)
  .max(10, 'must have at most 10 tags')
  .default([])
  .transform((given) => [...new Set(given)]);

const wantedChanges = (isReachable: (host: string) => boolean) =>
  z
    .strictObject({
      domains: z
        .array(domainParameter(isReachable))
        .min(1, 'must have at least 1 domain')
        .max(1_000, 'must have at most 1,000 domains'),
      add_tags: tags,
      remove_tags: tags,
      follow: z.boolean({ error: 'must be true or false' }).optional(),
    })
    .refine(
      ({ add_tags, remove_tags, follow }) => add_tags.length + remove_tags.length > 0 || follow !== undefined,
      'must have add_tags, remove_tags or follow',
    );

const MOST_COMPARED = 10;

const comparisonParameters = (isReachable: (host: string) => boolean) =>
  z.object({
    domains: z
      .string({ error: 'is required' })
      .transform((text) => [...new Set(text.split(','))])
      .pipe(
        z
          .array(domainParameter(isReachable))
          .min(2, 'must have at least 2 domains')
          .max(MOST_COMPARED, `must have at most ${MOST_COMPARED} domains`),
      ),
    range: rangeParameter,
  });

/** Routes for domains. */
export const domainRoutes: Route<DomainServices>[] = [
  {
    method: 'GET',
    pattern: 'domains',
    handle: async ({ event }, services) => {
      const { after = null } = readParameters(event, listParameters);
      return { data: await listDomains(after, services) };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}',
    handle: async (call, services) => ({ data: await describeDomain(domainOf(call, services), services) }),
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/history',
    handle: async (call, services) => {
      const { range, limit } = readParameters(call.event, historyParameters);
      return { data: await readHistory({ domain: domainOf(call, services), range, limit }, services) };
    },
  },
  {
    method: 'GET',
    pattern: 'comparison',
    handle: async ({ event }, services) => {
      const { domains, range } = readParameters(event, comparisonParameters(services.isReachable));
      return { data: await compareDomains([...new Set(domains)], range, services) };
    },
  },
  {
    method: 'POST',
    pattern: 'domains/changes',
    handle: async ({ event }, services) => {
      const { domains, add_tags, remove_tags, follow } = readJsonBody(event, wantedChanges(services.isReachable));
      const change = { addTags: add_tags, removeTags: remove_tags, follow: follow ?? null };
      return { data: await changeDomains([...new Set(domains)], change, services) };
    },
  },
  work('POST', 'domains/{domain}/refresh', refreshLater, 202),
  {
    method: 'POST',
    pattern: 'domains/{domain}/snapshot',
    handle: async (call, services) => {
      const is_queued = await takeSnapshotLater(domainOf(call, services), services);
      return { ...(is_queued && { status: 202 as const }), data: { is_queued } satisfies AskedSnapshot };
    },
  },
  work('POST', 'domains/{domain}/block', blockDomain),
  work('POST', 'domains/{domain}/unblock', (domain, { followed }) => followed.unblock(domain)),
  work('DELETE', 'domains/{domain}', forgetDomain),
];

/** A route that changes something about a domain and returns no data. */
function work(
  method: 'POST' | 'DELETE',
  pattern: string,
  act: (domain: string, services: DomainServices) => Promise<void>,
  status?: 202,
): Route<DomainServices> {
  return {
    method,
    pattern,
    handle: async (call, services) => {
      await act(domainOf(call, services), services);
      return { ...(status && { status }), data: {} };
    },
  };
}

/** @throws {ServiceError} invalid_parameter where the path names no domain */
export function domainOf({ params }: Call, { isReachable }: Pick<DomainServices, 'isReachable'>): string {
  const parsed = domainParameter(isReachable).safeParse(params.domain);
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error.issues.map((issue) => ({ param: 'domain', message: messageOf(issue) })));
}
