import { keyStoreOf } from '../../infra/keys/key-store.ts';
import type { TestRunner } from './runner.ts';

/** Keys on the largest plan, to send more requests than one key may. */
export async function proKeys({ url, dataDir }: TestRunner, count: number): Promise<string[]> {
  const localPort = Number(new URL(url).port);
  const about = { action: 'create', subject: 'test', plan: 'pro', json: false } as const;
  const command = { ...about, note: undefined, from: undefined, to: undefined, stack: undefined, localPort };
  const store = keyStoreOf(command, dataDir);
  const values: string[] = [];
  for (let made = 0; made < count; made += 1) {
    values.push((await store.create({ name: `test-${made}`, plan: 'pro', note: '' })).value);
  }
  return values;
}
