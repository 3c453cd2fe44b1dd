import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readJsonFile, writeSecretFile } from '../data-file.ts';

/** Who may sign in to the back office of this runner. */
export interface Operator {
  name: string;
  password: string;
}

/** The one operator, with a password that is made once and kept. */
export function openOperator(file: string): Operator {
  const kept = readJsonFile<Operator>(file);
  if (kept) return kept;
  const made = { name: 'operator', password: randomBytes(9).toString('base64url') };
  writeSecretFile(file, JSON.stringify(made));
  return made;
}

/** How long the comparison takes tells nothing of the password. */
export function isOperator({ name, password }: Operator, given: { name: string; password: string }): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(
    digest(JSON.stringify([name, password])),
    digest(JSON.stringify([given.name, given.password])),
  );
}
