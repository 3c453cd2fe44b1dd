import { startDnsServer } from '../../../infra/sandbox/dns-server.ts';
import { startDocumentationSite } from '../../support/documentation-sites.ts';
import { createRecordTables } from '../../support/record-services.ts';
import { startSite } from '../../support/site.ts';
import { answerMadeSite } from './made-site.ts';

/** The documentation of a package, several hundred pages. */
const REAL_SITE = 'jira-connector';

/** Message to the parent process, from the process with the database and the sites. */
export interface CrawlWorld {
  tablesPort: number;
  /** Port of the sites of `madeHost`. */
  madePort: number;
  /** A third-party site. */
  real: { host: string; port: number };
  /** `address:port` of a name server that resolves every name. */
  dnsServer: string;
}

// A separate process, so that its work is not counted as the crawler's.
const tables = await createRecordTables();
const { port } = await tables.client.config.endpoint!();
const made = await startSite(answerMadeSite);
const { host, port: realPort } = await startDocumentationSite(REAL_SITE, null);
const { address: dnsServer } = await startDnsServer({}, () => true);
const world: CrawlWorld = { tablesPort: port!, madePort: made.port, real: { host, port: realPort }, dnsServer };
process.send!(world);
