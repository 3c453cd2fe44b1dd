import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecordTables } from '../../support/record-services.ts';
import { onlyHomePage, startSite } from '../../support/site.ts';

/** What the process that holds the database and the sites tells its parent. */
export interface WorldReady {
  tablesPort: number;
  sitePort: number;
}

// A process of its own, so that its work is not counted as the worker's.
const sites = join(import.meta.dirname, '../../../infra/sandbox/sites');
const tables = await openRecordTables();
const { port } = await tables.client.config.endpoint!();
const page = readFileSync(join(sites, 'shop.example/index.html'));
const site = await startSite(onlyHomePage(() => page));
process.send!({ tablesPort: port!, sitePort: site.port } satisfies WorldReady);
