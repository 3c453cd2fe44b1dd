import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { brotliDecompressSync } from 'node:zlib';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { faults, startProviders } from '../../../infra/sandbox/providers/server.ts';
import { createValidator, readDocument } from '../../support/openapi.ts';
import { startTestRunner } from '../../support/runner.ts';
import { onlyHomePage, startSite } from '../../support/site.ts';
import { startFaultProxy } from './fault-proxy.ts';

const PROVIDERS = [
  'rdap_bootstrap',
  'rdap',
  'tranco',
  'open_page_rank',
  'wayback',
  'common_crawl_list',
  'common_crawl',
];
const ENGINES = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
/** High enough not to limit the tests. */
const PLAN = { requestsPerSecond: 1_000, burst: 1_000, monthlyQuota: 1_000_000 };
const KEY = 'key-of-the-attacked-service';

export interface Answer {
  status: number;
  ms: number;
  /** As text. */
  body: string;
  /** Differences from the service's own description. */
  problems: string[];
}

/** A domain's cache entry. */
interface Entry {
  domain: string;
  updatedAt: string;
  record: DomainRecord;
}

/** The service as `npm start` runs it; the test controls the failures of AWS, of all providers and of one site. */
export async function startAttackedService() {
  let isSiteDown = false;
  const page = onlyHomePage(() => '<title>A page</title><p>some words about garden chairs</p>');
  const site = await startSite((request, response) => {
    if (isSiteDown) response.destroy();
    else page(request, response);
  });
  const [proxy, providers] = await Promise.all([startFaultProxy(), startProviders({ key: KEY })]);
  const runner = await startTestRunner({
    ...proxy.environment,
    ...providers.urls,
    OPEN_PAGE_RANK_KEY: KEY,
    // Messages that failed in an outage are delivered again within the test.
    LOCAL_VISIBILITY_TIMEOUT_SECONDS: '1',
    LOCAL_RESOLVE: `*.attacked.test=127.0.0.1:${site.port}`,
    CDK_CONTEXT_JSON: JSON.stringify({ basicPlan: PLAN }),
  });
  const { answerProblems } = createValidator(readDocument());
  let client: DynamoDBDocumentClient | undefined;

  async function ask(path: string): Promise<Answer> {
    const started = performance.now();
    const response = await runner.get(path);
    const body = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const route = path.split('?', 1)[0]!;
    const problems = answerProblems(route, 'get', { status: response.status, type, body });
    return { status: response.status, ms: performance.now() - started, body, problems };
  }

  /** A client of the tables, without the proxy. */
  function documents(): DynamoDBDocumentClient {
    const connection = { ...runner.aws, endpoint: proxy.dynamodbUrl() };
    return (client ??= DynamoDBDocumentClient.from(new DynamoDBClient(connection)));
  }

  /** Finds a table by its name in the stack: the logical id is in the functions' calls. */
  function tableName(name: string): string {
    return proxy.calls.find(({ table }) => table.startsWith(`Tables${name}`))!.table;
  }

  async function scan(table: string): Promise<Record<string, unknown>[]> {
    const pages = await Array.fromAsync(paginateScan({ client: documents() }, { TableName: tableName(table) }));
    return pages.flatMap(({ Items = [] }) => Items);
  }

  return {
    runner,
    proxy,
    providers,
    ask,
    scan,
    /** Makes everything outside AWS unavailable, or available again. */
    setOutage(isDown: boolean) {
      isSiteDown = isDown;
      for (const id of [...PROVIDERS, ...ENGINES]) providers.fault(id, isDown ? faults.reset() : null);
    },
    /** Makes the next hit retry failed sources. */
    async makeRetryDue(domain: string) {
      const set = (table: string, Key: object, expression: string) =>
        documents().send(
          new UpdateCommand({
            TableName: tableName(table),
            Key: Key as Record<string, unknown>,
            UpdateExpression: expression,
            ExpressionAttributeValues: { ':past': 1 },
          }),
        );
      await set('DomainCache', { domain }, 'SET retry_at = :past REMOVE retries');
      await set('Coordination', { id: `claim#retry ${domain}` }, 'SET held_until = :past');
    },
    async entries(): Promise<Entry[]> {
      return (await scan('DomainCache')).map(({ domain, updated_at, record }) => ({
        domain: domain as string,
        updatedAt: updated_at as string,
        record: JSON.parse(brotliDecompressSync(record as Uint8Array).toString()) as DomainRecord,
      }));
    },
    async close() {
      await runner.close();
      await Promise.all([proxy.close(), providers.close(), site.close()]);
      client?.destroy();
    },
  };
}
