import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readJsonFile, writeSecretFile } from '../data-file.ts';

/** The user of this runner's back office. */
export interface Operator {
  name: string;
  password: string;
}

/** The one operator, with a password that is created once and stored. */
export function openOperator(file: string): Operator {
  const kept = readJsonFile<Operator>(file);
  if (kept) return kept;
  const made = { name: 'operator', password: randomBytes(9).toString('base64url') };
  writeSecretFile(file, JSON.stringify(made));
  return made;
}

/** Compares in constant time, so that its duration reveals nothing about the password. */
export function isOperator({ name, password }: Operator, given: { name: string; password: string }): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(
    digest(JSON.stringify([name, password])),
    digest(JSON.stringify([given.name, given.password])),
  );
}
