import { readFileSync } from 'node:fs';
import type { ProviderFault } from '../../infra/sandbox/providers/server.ts';
import { fillIn, inFull, type WrittenAnswer } from '../../infra/sandbox/providers/fake.ts';

/** @returns the cases of `test/cases/<name>.json` */
export function readCases<Case>(name: string): Case[] {
  return JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as Case[];
}

/** What a provider answers; the connection reset, or the sandbox's answer cut in the middle. */
export type Answer = WrittenAnswer | 'reset' | 'truncated';

/**
 * @param origin of the providers' server
 * @param now the day of its answers, in milliseconds since the epoch
 */
export function faultOf(answer: Answer, origin: string, now = 0): ProviderFault {
  return typeof answer === 'string'
    ? { kind: answer }
    : { kind: 'answer', answer: inFull(fillIn(answer, { origin, now })) };
}
