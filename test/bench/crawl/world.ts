import { startDnsServer } from '../../../infra/sandbox/dns-server.ts';
import { startDocumentationSite } from '../../support/documentation-sites.ts';
import { openRecordTables } from '../../support/record-services.ts';
import { startSite } from '../../support/site.ts';
import { answerMadeSite } from './made-site.ts';

/** The documentation of a package, in several hundred pages. */
const REAL_SITE = 'jira-connector';

/** What the process that holds the database and the sites tells its parent. */
export interface CrawlWorld {
  tablesPort: number;
  /** Of the sites of `madeHost`. */
  madePort: number;
  /** A site that others wrote. */
  real: { host: string; port: number };
  /** `address:port` of a name server that knows every name. */
  dnsServer: string;
}

// A process of its own, so that its work is not counted as that of who crawls.
const tables = await openRecordTables();
const { port } = await tables.client.config.endpoint!();
const made = await startSite(answerMadeSite);
const { host, port: realPort } = await startDocumentationSite(REAL_SITE, null);
const { address: dnsServer } = await startDnsServer({}, () => true);
const world: CrawlWorld = { tablesPort: port!, madePort: made.port, real: { host, port: realPort }, dnsServer };
process.send!(world);
