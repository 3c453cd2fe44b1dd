import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @returns `null` when there is no such file */
export function readJsonFile<Content>(file: string): Content | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Writes a file that only this user can read, atomically. */
export function writeSecretFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const CODES = ['ENOSPC', 'EDQUOT'];

/** Whether an error, of Node or of the embedded database, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as NodeJS.ErrnoException;
  if (CODES.includes(code ?? '')) return true;
  if (/No space left on device|ENOSPC|quota exceeded/i.test(message ?? '')) return true;
  return cause !== undefined && isDiskFull(cause);
}
