import { describe, expect, test } from '@jest/globals';
import { answerMessage, tools } from '../../../functions/mcp/answer-message.ts';
import type { Endpoints } from '../../../functions/mcp/endpoints.ts';
import type { Endpoint } from '../../../functions/core/platform/http/endpoint.ts';
import { postEvent } from '../../support/api-event.ts';

const HISTORY_FIELDS = ['seo_score', 'http_status', 'tranco_rank', 'open_page_rank', 'organic_etv', 'word_count'];

/** Rows of an endpoint by their number, in a list as long as `limit`, with a cursor after the last of them. */
const rowsOf: Record<string, (count: number) => object> = {
  '/keywords': (count) => ({
    items: numbered(count, (index) => ({
      keyword: `garden furniture with cushions ${index}`,
      ...{ score: 100 - (index % 100), score_basis: 'autocomplete', engines: ['google', 'bing', 'yandex'] },
      ...{ search_volume: 1_300, cpc_usd: 1.25, keyword_difficulty: 40, intent: null },
    })),
  }),
  '/long-tail': (count) => ({
    ...{ keyword: 'garden', cache_status: 'hit', coverage: { queries_failed: 0 } },
    groups: [
      {
        ...{ id: 'questions', label: 'Questions', count },
        items: numbered(count, (index) => ({
          keyword: `how to build a garden ${index}`,
          score: 50,
          search_volume: 10,
        })),
      },
    ],
  }),
  '/history': (count) => ({
    domain: 'shop.example',
    snapshots: numbered(count, (index) => ({
      captured_at: new Date(Date.UTC(2026, 10, 1) - index * 86_400_000).toISOString(),
      ...Object.fromEntries(HISTORY_FIELDS.map((name) => [name, 1_000 + index])),
      changes: ['title', 'tranco_rank'].map((field) => ({ field, from: `The shop ${index}`, to: 'The shop' })),
    })),
    summary: { seo_score: { first: 80, last: 90, min: 75, max: 95, change: 10 }, lcp_p75_ms: unknownMetric },
  }),
};
const unknownMetric = { first: null, last: null, min: null, max: null, change: null };

function numbered(count: number, row: (index: number) => object) {
  return Array.from({ length: count }, (_, index) => row(index));
}

/** Endpoints with more rows than any limit; `requests` receives the query of each call. */
function endpointsWith(requests: Record<string, string | undefined>[] = []): Endpoints {
  const endpoint = (path: string): Endpoint => {
    return ({ queryStringParameters }) => {
      requests.push(queryStringParameters ?? {});
      const limit = Number(queryStringParameters!.limit);
      const cursor = path === '/long-tail' ? {} : { next_cursor: `after ${limit}` };
      const page = { count: limit, limit, truncated: true, ...cursor, sources: [] };
      return Promise.resolve({ statusCode: 200, body: JSON.stringify({ data: { ...page, ...rowsOf[path]!(limit) } }) });
    };
  };
  const paths = Object.keys(rowsOf).map((path) => [path, () => Promise.resolve(endpoint(path))]);
  return Object.fromEntries(paths) as Endpoints;
}

interface Answer {
  content: [{ text: string }];
  structuredContent: Record<string, unknown> & { count: number; next_cursor?: string; shortened?: string[] };
}

async function call(name: string, given: object, endpoints: Endpoints): Promise<Answer> {
  const event = postEvent('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  const multiValueHeaders = {
    Accept: ['application/json, text/event-stream'],
    'Content-Type': ['application/json'],
    'MCP-Protocol-Version': ['2025-11-25'],
  };
  const { body } = await answerMessage({ ...event, multiValueHeaders }, { endpoints, version: '1.0.0' });
  return (JSON.parse(body) as { result: Answer }).result;
}

/** The tools that return rows: how many rows an answer has. */
const lists = [
  ['find_keywords', { q: 'garden' }, ({ items }) => (items as unknown[]).length],
  ['get_history', { domain: 'shop.example' }, ({ snapshots }) => (snapshots as unknown[]).length],
  ['find_long_tail', { keyword: 'garden' }, ({ groups }) => (groups as { items: unknown[] }[])[0]!.items.length],
] satisfies [string, object, (data: Answer['structuredContent']) => number][];

describe.each(lists)('%s', (name, given, rows) => {
  const { maximum, usual } = tools.find((tool) => tool.name === name)!.rows!;

  test('returns as many rows as its count and its cursor state, for any limit', async () => {
    const limits = [undefined, ...Array.from({ length: 12 }, (_, index) => Math.ceil(((index + 1) * maximum) / 12)), 1];
    for (const limit of limits) {
      const { structuredContent } = await call(name, { ...given, ...(limit && { limit }) }, endpointsWith());
      const { count, next_cursor = `after ${count}`, shortened = [] } = structuredContent;
      expect([limit, rows(structuredContent), next_cursor]).toEqual([limit, count, `after ${count}`]);
      expect([limit, shortened]).toEqual([limit, []]);
      expect(count).toBeLessThanOrEqual(limit ?? usual);
    }
  });

  test('returns more rows for a higher limit', async () => {
    const counts = await Promise.all(
      [usual, maximum].map(async (limit) =>
        rows((await call(name, { ...given, limit }, endpointsWith())).structuredContent),
      ),
    );
    expect(counts[1]!).toBeGreaterThan(2 * counts[0]!);
  });
});

test('a refresh is requested once, also if the rows do not fit', async () => {
  const requests: Record<string, string | undefined>[] = [];
  await call('find_long_tail', { keyword: 'garden', limit: 400, refresh: true }, endpointsWith(requests));
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.map(({ refresh }) => refresh)).toEqual(['1', ...requests.slice(1).map(() => undefined)]);
});
