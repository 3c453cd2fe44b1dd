/**
 * What the back office's page and its HTTP interface say to each other, under `/back-office/api`. Every answer is in the
 * service's envelope; these are the shapes of `data`. Times are UTC ISO 8601, dates `YYYY-MM-DD`.
 */
import type { DomainAnswer } from '../shared/record/record.ts';

/** `GET /session` */
export interface Session {
  operator: string;
}

/** `GET /plans`; the largest quota last. */
export interface Plan {
  /** Without the stack's prefix, such as `basic`. */
  name: string;
  requests_per_second: number;
  burst: number;
  monthly_quota: number;
}
export interface Plans {
  plans: Plan[];
}

export interface Key {
  id: string;
  /** Without the stack's prefix. */
  name: string;
  note: string;
  /** `null`: on none, so that it opens nothing. */
  plan: string | null;
  enabled: boolean;
  created_at: string;
  updated_at: string;
}

/** `GET /keys`: all of this stack, by name. */
export interface Keys {
  keys: Key[];
}

/** `POST /keys` with {@link NewKey} → 201; the value is told this once. */
export interface NewKey {
  /** 1 to 100 characters. */
  name: string;
  plan: string;
  /** At most 500 characters. */
  note?: string;
}
export interface CreatedKey extends Key {
  value: string;
}

/** `PATCH /keys/{id}` → {@link Key}. Moving to another plan starts its usage anew. `DELETE /keys/{id}` → `{}`. */
export interface KeyChange {
  enabled?: boolean;
  plan?: string;
  note?: string;
}

/** `GET /keys/{id}/usage?from=<date>&to=<date>` (the present month where left out; at most 90 days). */
export interface KeyUsage {
  plan: string | null;
  monthly_quota: number | null;
  from: string;
  to: string;
  /** One entry a day, oldest first. `remaining`: of the quota, at the end of the day; null where not known. */
  days: { date: string; used: number; remaining: number | null }[];
}

export interface DomainSummary {
  domain: string;
  domain_unicode: string;
  /** `null`: known by name only, not (or not any more) in the cache. */
  updated_at: string | null;
  seo_score: number | null;
  complete: boolean | null;
  /** Ids of sources whose last try failed. */
  failed_sources: string[];
  followed: boolean;
  blocked: boolean;
}

/** `GET /domains?search=<prefix>&after=<next>`: by name, 25 at a time. */
export interface Domains {
  domains: DomainSummary[];
  next: string | null;
}

/** What is under way for a domain. */
export type Activity = 'idle' | 'waiting' | 'running';

/** `GET /domains/{domain}` */
export interface DomainDetails extends DomainSummary {
  /** As `/api/v1/seo/query` answers it; `null` where nothing is in the cache. */
  record: DomainAnswer | null;
  next_snapshot_at: string | null;
  last_asked_on: string | null;
  activity: Activity;
}

/**
 * `GET /domains/{domain}/history?range=90d&limit=1000` → `data` of `/api/v1/seo/history`.
 * `POST /domains/{domain}/refresh` and `/snapshot` → 202 `{}`: done in the background, `activity` tells when.
 * `POST /domains/{domain}/block` and `/unblock` → `{}`.
 * `DELETE /domains/{domain}` → `{}`: deletes all that is stored of it, but for its block.
 */

/** `GET /queue`. Counts of AWS's queues are approximate. */
export interface QueueState {
  /** Followed domains. */
  followed: number;
  /** Domains whose snapshot is due and not handed out yet. */
  due: number;
  waiting: number;
  running: number;
  dead_letters: number;
}

/** `POST /queue/retry` → how many dead letters were put back. */
export interface Retried {
  moved: number;
}

/** `GET /costs`: what paid sources have cost, by day (UTC), newest first, the present one included. */
export interface Costs {
  daily_budget_usd: number;
  days: { date: string; spent_usd: number }[];
}

/** `GET /back-office/config.json`, public: where and how to sign in. */
export interface SignInConfig {
  /** OpenID issuer; its discovery document says the rest. */
  issuer: string;
  client_id: string;
  scope: string;
  /** Where to go to end the sign-in server's session too, if it does not say so itself (Cognito does not). */
  logout_url: string | null;
}
