import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, expect, test } from '@jest/globals';
import { root } from '../../infra/constructs/build-cache.ts';

const copy = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => rmSync(copy, { recursive: true }));

/** @returns the output of dependency-cruiser for a checkout */
function cruise(folder: string): { isAllowed: boolean; output: string } {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, 'functions', 'infra'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { isAllowed: status === 0, output: stdout };
}

test('imports in functions and infra follow the layers, and no files form a cycle', () => {
  expect(cruise(root)).toEqual({ isAllowed: true, output: expect.stringContaining('no dependency violations') });
});

test.each([
  [
    'a type from a slice above',
    'functions/core/record/a.ts',
    '../domains/services.ts',
    'functions/core/record imports',
  ],
  ['an endpoint in core', 'functions/core/domains/a.ts', '../../seo-query/handler.ts', 'core imports no endpoint'],
  ['another endpoint', 'functions/seo-history/a.ts', '../seo-query/handler.ts', 'endpoints share code'],
  [
    'infra in a function',
    'functions/seo-history/a.ts',
    '../../infra/constructs/build-cache.ts',
    'functions know neither infra',
  ],
])('an import of %s is rejected', (_, file, imported, rule) => {
  cpSync(join(root, '.dependency-cruiser.js'), join(copy, '.dependency-cruiser.js'));
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  for (const top of ['functions', 'infra']) {
    cpSync(join(root, top), join(copy, top), { recursive: true, filter: (path) => !path.includes('node_modules') });
  }
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), `import type { a } from '${imported}';\nexport type { a };\n`);
  const { isAllowed, output } = cruise(copy);
  rmSync(join(copy, file));
  expect(isAllowed).toBe(false);
  expect(output).toContain(rule);
});
