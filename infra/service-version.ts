import { readFileSync } from 'node:fs';

/** @returns the version of this service, as package.json has it */
export function serviceVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
