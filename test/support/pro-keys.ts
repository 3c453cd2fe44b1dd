import { randomUUID } from 'node:crypto';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import type { TestRunner } from './runner.ts';

/** Creates keys on the largest plan, to send more requests than one key may. */
export async function proKeys({ url, dataDir }: TestRunner, count: number): Promise<string[]> {
  const localPort = Number(new URL(url).port);
  const store = keyStoreOf({ localPort }, dataDir);
  const values: string[] = [];
  for (let created = 0; created < count; created += 1) {
    values.push((await store.create({ name: `test-${randomUUID()}`, plan: 'pro', note: '' })).value);
  }
  return values;
}
