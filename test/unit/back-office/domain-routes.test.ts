import { describe, expect, test } from '@jest/globals';
import { readActivity } from '../../../functions/back-office/domain-routes.ts';
import { asMessage } from '../../../functions/core/platform/http/message.ts';
import type { BackgroundRequest } from '../../../functions/core/sources/providers/background-requests.ts';
import type { LeaseState } from '../../../functions/core/platform/coordination.ts';

const NOW = Date.parse('2026-11-01T08:00:00Z');
const SECOND = 1_000;

interface Situation {
  lease?: Partial<LeaseState>;
  request?: BackgroundRequest;
  updatedAt?: number;
  hasSnapshot?: boolean;
  inQueue?: number;
}

function activity({ lease, request, updatedAt, hasSnapshot = false, inQueue = 0 }: Situation) {
  return readActivity('a.com', updatedAt === undefined ? null : new Date(updatedAt).toISOString(), {
    leases: { read: () => Promise.resolve(lease ? { holder: 'x', heldUntil: 0, failure: null, ...lease } : null) },
    requests: { read: () => Promise.resolve(request ?? null) },
    snapshots: { has: () => Promise.resolve(hasSnapshot) },
    queue: { counts: () => Promise.resolve({ waiting: inQueue, running: 0 }) },
    now: () => NOW,
  });
}

const refresh = (ago: number): BackgroundRequest => ({ task: 'refresh', requestedAt: NOW - ago });
const snapshot = (ago: number): BackgroundRequest => ({ task: 'snapshot', requestedAt: NOW - ago });

describe('the activity of a domain', () => {
  test.each<[string, Situation, string]>([
    ['nothing was requested', {}, 'idle'],
    ['another caller fetches it', { lease: {} }, 'running'],
    ['the last fetch has failed a moment ago', { lease: { failure: asMessage('no source answered') } }, 'idle'],
    ['a refresh was requested just now', { request: refresh(SECOND) }, 'waiting'],
    ['the last fetch is older than the request', { request: refresh(SECOND), updatedAt: NOW - 2 * SECOND }, 'waiting'],
    ['it was fetched since', { request: refresh(2 * SECOND), updatedAt: NOW - SECOND }, 'idle'],
    ['the day has its snapshot', { request: snapshot(SECOND), hasSnapshot: true }, 'idle'],
    ['the day has a snapshot, but a refresh was requested', { request: refresh(SECOND), hasSnapshot: true }, 'waiting'],
    ['it was requested a while ago, and the queue is busy', { request: refresh(90 * SECOND), inQueue: 3 }, 'waiting'],
    ['it was requested a while ago, and the queue is empty', { request: refresh(90 * SECOND) }, 'idle'],
  ])('%s', async (_why, situation, expected) => {
    expect(await activity(situation)).toBe(expected);
  });
});
