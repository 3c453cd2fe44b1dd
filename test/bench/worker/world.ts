import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { startDnsServer } from '../../../infra/sandbox/dns-server.ts';
import { createRecordTables } from '../../support/record-services.ts';
import { onlyHomePage, startSite } from '../../support/site.ts';

/** Message to the parent process, from the process with the database and the sites. */
export interface WorldReady {
  tablesPort: number;
  sitePort: number;
  /** `address:port` of a name server that resolves every name. */
  dnsServer: string;
}

// A separate process, so that its work is not counted as the worker's. The argument is the latency of the site.
const latencyMs = Number(process.argv[2] ?? 0);
const sites = join(import.meta.dirname, '../../../infra/sandbox/sites');
const tables = await createRecordTables();
const { port } = await tables.client.config.endpoint!();
const page = readFileSync(join(sites, 'shop.example/index.html'));
const answer = onlyHomePage(() => page);
const site = await startSite((request, response) => void sleep(latencyMs).then(() => answer(request, response)));
const { address: dnsServer } = await startDnsServer({}, () => true);
process.send!({ tablesPort: port!, sitePort: site.port, dnsServer } satisfies WorldReady);
