import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { synthesizeOnce } from '../../infra/local/template/synthesize.ts';
import { apiEvent } from '../support/api-event.ts';

/** Patches the console as Lambda's runtime does in the JSON log format, then calls a handler. */
const SCRIPT = `
  const [file, event] = process.argv.slice(1);
  for (const method of ['log', 'warn', 'error']) {
    console[method] = (message) => process.stdout.write(JSON.stringify({ level: 'INFO', message }) + '\\n');
  }
  const { handler } = await import(file);
  await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 29_000 });
`;

test("a deployed function's lines are objects at the top level, in which CloudWatch finds metrics", () => {
  const { codeDir, environment } = synthesizeOnce({}).model.functions.find(({ name }) => name === 'health')!;
  const args = [
    pathToFileURL(join(codeDir, 'handler.mjs')).href,
    JSON.stringify({ ...apiEvent(''), resource: '/health' }),
  ];
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT, ...args], {
    env: { ...environment },
    encoding: 'utf8',
  });
  const lines = output.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'INFO', message: 'request', route: 'GET /health', status: 200 },
  ]);
});
