import swaggerUiDir from 'swagger-ui-dist/absolute-path.js';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { readReportLogo } from '../report-logo.ts';
import { BUILD_TIMEOUT_MS, buildOnce, filesBelow, root } from './build-cache.ts';

const docsPageDir = join(root, 'functions/api-docs/page');
const pageDir = join(root, 'functions/back-office/page');

const PAGE_FILES = ['index.html', 'page.css', 'init.js'];
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Copies the description, without white space, and the page into the bundle's folder, as `files/`. */
export function copyDocs(outputDir: string): void {
  const files = join(outputDir, 'files');
  mkdirSync(files);
  const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  writeFileSync(join(files, 'openapi.json'), JSON.stringify(document));
  for (const name of PAGE_FILES) copyFileSync(join(docsPageDir, name), join(files, name));
  copyFileSync(join(pageDir, 'src/icon.svg'), join(files, 'icon.svg'));
  for (const name of SWAGGER_UI_FILES) copyFileSync(join(swaggerUiDir(), name), join(files, name));
}

/** Only text: API Gateway returns binary content only to requests whose first `Accept` type is that of the content. */
const TEXT_FILES = ['.html', '.js', '.css', '.svg', '.json', '.txt', '.map'];

/** Thrown when the page has a file that cannot be served. */
class NotServable extends Error {
  readonly code = 'not_servable';
}

/** Copies the back office's page into the bundle's folder, as `page/`. */
export function copyBackOfficePage(outputDir: string): void {
  cpSync(buildBackOfficePage(), join(outputDir, 'page'), { recursive: true });
}

/** Adds the logo of the issuer of reports to the files of the page in the bundle's folder. @param path as the setting has it */
export function copyReportLogo(outputDir: string, path: string): void {
  writeFileSync(join(outputDir, 'page', 'report-logo.svg'), readReportLogo(path));
}

/** @returns the folder with the page */
export function buildBackOfficePage(): string {
  const shared = ['back-office/contract.ts', 'computed-modules.ts', 'core/platform/time/day.ts'];
  // The calls of the API, and the texts of rules and audits.
  const computed = ['back-office/contract', 'core/analysis', 'core/site-reports/issues'].flatMap((folder) =>
    filesBelow(join(root, 'functions', folder)),
  );
  const files = [...shared.map((file) => join(root, 'functions', file)), ...computed];
  const inputs = [...filesBelow(pageDir), ...files, import.meta.filename];
  return buildOnce('back-office-page', inputs, build);
}

function build(outputDir: string) {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const config = join(pageDir, 'vite.config.ts');
  const step = (mode: string) => {
    const args = [vite, 'build', '--config', config, '--outDir', outputDir, '--mode', mode, '--logLevel', 'warn'];
    // A test runner's own setting would make it a development build.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, args, { cwd: pageDir, env, stdio: ['ignore', 2, 2], timeout: BUILD_TIMEOUT_MS });
  };
  step('page');
  step('sign-in');
  // It lists the files of the first step for the second one.
  rmSync(join(outputDir, 'manifest.json'));
  const bytes = filesBelow(outputDir).filter((file) => !TEXT_FILES.includes(extname(file)));
  if (bytes.length > 0)
    throw new NotServable(`The page has files that are no text: ${bytes.map((file) => basename(file)).join(', ')}`);
}

// A program too, so that the page can be built in parallel with the synthesis.
if (process.argv[1] === import.meta.filename) buildBackOfficePage();
