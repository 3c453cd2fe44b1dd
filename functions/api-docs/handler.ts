import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { apiDocsSettings, readSettings } from '../core/platform/settings/settings.ts';
import { serveDocs, serveRoot } from './serve-docs.ts';

const settings = readSettings(apiDocsSettings);
const files = new Map<string, string>();

/** Each file is read when it is first requested: most requests are for the small ones. */
function read(name: string): string {
  const known = files.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(import.meta.dirname, 'files', name), 'utf8');
  files.set(name, text);
  return text;
}

/** `GET /`, `/openapi.json` and `/docs/`: the index, the OpenAPI description, and a page to read it and try it. */
export const handler = endpoint(
  (event) => Promise.resolve(event.resource === '/' ? serveRoot(event) : serveDocs(event, { read })),
  settings,
);
