import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from './document.ts';

/** `npm run openapi`: generates the description. */
const file = new URL('../../docs/openapi.json', import.meta.url);
const text = JSON.stringify(openApiDocument());
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
