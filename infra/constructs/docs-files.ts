import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import swaggerUiDir from 'swagger-ui-dist/absolute-path.js';

const root = join(import.meta.dirname, '../..');
const pageDir = join(root, 'functions/api-docs/page');

const PAGE_FILES = ['index.html', 'page.css', 'init.js'];
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Copies the description, without white space, and the page into the bundle's folder, as `files/`. */
export function copyDocs(outputDir: string): void {
  const files = join(outputDir, 'files');
  mkdirSync(files);
  const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  writeFileSync(join(files, 'openapi.json'), JSON.stringify(document));
  for (const name of PAGE_FILES) copyFileSync(join(pageDir, name), join(files, name));
  for (const name of SWAGGER_UI_FILES) copyFileSync(join(swaggerUiDir(), name), join(files, name));
}
