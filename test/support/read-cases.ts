import { readFileSync } from 'node:fs';
import type { ProviderFault } from '../../infra/sandbox/providers/server.ts';
import { fillIn, inFull, type WrittenAnswer } from '../../infra/sandbox/providers/fake.ts';

/** @returns the cases of `test/cases/<name>.json` */
export function readCases<Case>(name: string): Case[] {
  return JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as Case[];
}

/** Response of a provider; a connection reset, or the sandbox's response truncated in the middle. */
export type Answer = WrittenAnswer | 'reset' | 'truncated';

/**
 * @param origin of the providers' server
 * @param now time on which its responses are based, in milliseconds since the epoch
 */
export function faultOf(answer: Answer, origin: string, now = 0): ProviderFault {
  return typeof answer === 'string'
    ? { kind: answer }
    : { kind: 'answer', answer: inFull(fillIn(answer, { origin, now })) };
}
