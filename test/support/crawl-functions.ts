import { crawlerSettings } from '../../functions/core/crawls/settings.ts';
import { reporterSettings } from '../../functions/core/site-reports/settings.ts';
import { localRegion } from '../../infra/local/credentials.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from './dynamodb.ts';
import { settingsOf } from './settings.ts';

/**
 * Returns the settings of the functions of crawls and of their reports.
 *
 * @param endpoint of DynamoDB
 * @param resolve addresses of hosts (`RESOLVE_OVERRIDES`), and of a name server for all others
 */
export function crawlFunctionSettings(endpoint: string, resolve: { overrides: string; dnsServer?: string }) {
  return settingsOf(
    { ...crawlerSettings, ...reporterSettings },
    {
      AWS_REGION: localRegion,
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      COORDINATION_TABLE: coordinationTable.name,
      DOMAIN_HISTORY_TABLE: historyTable.name,
      DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
      SITE_CRAWLS_TABLE: siteCrawlsTable.name,
      RESOLVE_OVERRIDES: resolve.overrides,
      ...(resolve.dnsServer !== undefined && { RESOLVE_DNS_SERVERS: resolve.dnsServer }),
    },
  );
}
