import { readFileSync } from 'node:fs';

/** An answer that the service really gave for the sandbox's shop, lists shortened. @param name of its schema */
export function readExample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
}
