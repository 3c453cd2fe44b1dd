import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Construct } from 'constructs';
import swaggerUiDir from 'swagger-ui-dist/absolute-path.js';
import type { SharedValues } from '../function-settings.ts';
import type { PublicApi, Throttle } from './public-api.ts';
import { ServiceFunction } from './service-function.ts';

const root = join(import.meta.dirname, '../..');
const pageDir = join(root, 'functions/api-docs/page');

const PAGE_FILES = ['index.html', 'page.css', 'init.js'];
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const PATHS = ['/', '/openapi.json', '/docs', '/docs/{proxy+}'];
const HEAD_PATHS = ['/', '/openapi.json', '/docs'];

/** One view of the page loads five files. */
const THROTTLE: Throttle = { requestsPerSecond: 20, burst: 100 };

/** The index at the root, the OpenAPI description and its page, all public. */
export class ApiDocs extends Construct {
  constructor(scope: Construct, id: string, { api, values }: { api: PublicApi; values: SharedValues }) {
    super(scope, id);
    const server = new ServiceFunction(this, 'Server', {
      name: 'api-docs',
      timeoutSeconds: 10,
      memoryMb: 256,
      values,
      addFiles: copyDocs,
    });
    for (const path of PATHS) api.addPublicRoute('GET', path, server.function, THROTTLE);
    for (const path of HEAD_PATHS) api.addPublicRoute('HEAD', path, server.function, THROTTLE);
  }
}

/** Copies the description, without white space, and the page into the bundle's folder, as `files/`. */
function copyDocs(outputDir: string): void {
  const files = join(outputDir, 'files');
  mkdirSync(files);
  const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  writeFileSync(join(files, 'openapi.json'), JSON.stringify(document));
  for (const name of PAGE_FILES) copyFileSync(join(pageDir, name), join(files, name));
  for (const name of SWAGGER_UI_FILES) copyFileSync(join(swaggerUiDir(), name), join(files, name));
}
