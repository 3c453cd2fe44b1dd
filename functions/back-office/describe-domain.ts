import { answerData } from '../core/record/answer-data.ts';
import type { DomainAnswer } from '../core/record/record.ts';
import type { BackgroundRequests, RequestFailure } from '../core/sources/providers/background-requests.ts';
import type { DomainCache } from '../core/domains/store/domain-cache.ts';
import type { DomainList } from '../core/domains/schedule/domain-list.ts';
import type { DomainDetails, WorkFailure } from './contract.ts';
import { summaryOf } from './list-domains.ts';
import { type ActivityServices, readActivity } from './read-activity.ts';

export interface DescribeServices extends ActivityServices {
  requests: Pick<BackgroundRequests, 'read' | 'readFailure'>;
  list: Pick<DomainList, 'states'>;
  cache: Pick<DomainCache, 'read'>;
}

/** All that is known of a domain. A name that was never asked for is valid too. */
export async function describeDomain(domain: string, services: DescribeServices): Promise<DomainDetails> {
  const { list, cache, requests, now } = services;
  const [states, entry, failure] = await Promise.all([
    list.states([domain]),
    cache.read(domain, { consistent: true }),
    requests.readFailure(domain, now()),
  ]);
  const state = states.get(domain)!;
  return {
    ...summaryOf(domain, entry, state),
    record: entry && (JSON.parse(answerData(entry, 'hit', now())) as DomainAnswer),
    next_snapshot_at: state.nextSnapshotAt,
    last_asked_on: state.lastAskedOn,
    activity: await readActivity(domain, entry?.updatedAt ?? null, services),
    failure: failure && failureOf(failure),
  };
}

function failureOf({ failedAt, ...failed }: RequestFailure): WorkFailure {
  return { ...failed, failed_at: new Date(failedAt).toISOString() };
}
