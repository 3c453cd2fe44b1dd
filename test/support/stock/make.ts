import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { filesBelow, root } from '../../../infra/constructs/build-cache.ts';
import { localCredentials, localRegion, startTables } from '../../../infra/local/tables.ts';
import type { Template } from '../../../infra/local/template/cloudformation.ts';
import { simulateDays } from './simulate-days.ts';
import { type Item, itemLines, linesOf, openStock, stockFile, tableNameOf, stockSettings } from './stock.ts';

// A program: creates the stock of the version that is checked out. Run once, for a release:
// `node test/support/stock/make.ts v0.1`.

/** Those that read or write tables. */
const FUNCTIONS = /^(?:seo-|snapshot-|shared\/)/;

const version = process.argv[2]!;

function save(name: string, content: string | Buffer) {
  const file = stockFile(version, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

for (const [name, settings] of Object.entries(stockSettings)) {
  const outdir = mkdtempSync(join(tmpdir(), 'stock-'));
  const context = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${String(value)}`]);
  execFileSync('npm', ['run', 'synth', '--', '--output', outdir, ...context], { cwd: root, stdio: 'inherit' });
  const file = readdirSync(outdir).find((each) => each.endsWith('.template.json'))!;
  save(`${name}.template.json`, templateLines(JSON.parse(readFileSync(join(outdir, file), 'utf8')) as Template));
  rmSync(outdir, { recursive: true });
}

const functionsDir = join(root, 'functions');
const files = filesBelow(functionsDir).map(
  (file) => [relative(functionsDir, file), readFileSync(file, 'utf8')] as const,
);
const stores = readFileSync(join(import.meta.dirname, 'stores.ts'), 'utf8').replaceAll('../../../functions/', '../');
const sources = [...files.filter(([path]) => FUNCTIONS.test(path)), ['stores/handler.ts', stores] as const];
save('functions.json.br', brotliCompressSync(JSON.stringify(Object.fromEntries(sources))));

const dataDir = mkdtempSync(join(tmpdir(), 'stock-'));
const messages = await simulateDays(dataDir);
save('messages.ndjson', linesOf(messages.map((message) => JSON.stringify(message))));
for (const file of ['api-keys.json', 'operator.json']) save(file, readFileSync(join(dataDir, file)));

const { model } = openStock(version);
const { endpoint, close } = await startTables(model.tables, { dataDir: join(dataDir, 'dynamodb') });
const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
for (const { name: TableName } of model.tables) {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  save(`${tableNameOf(TableName)}.ndjson`, itemLines(pages.flatMap(({ Items = [] }) => Items as Item[])));
}
client.destroy();
await close();
rmSync(dataDir, { recursive: true });

/** JSON with each resource on a line of its own. */
function templateLines({ Resources, ...rest }: Template): string {
  const resources = Object.entries(Resources).map((entry) => entry.map((part) => JSON.stringify(part)).join(':'));
  return `${JSON.stringify(rest).slice(0, -1)},"Resources":{\n${resources.join(',\n')}\n}}\n`;
}
