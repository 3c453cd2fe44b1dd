import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { costOfMillion, prices } from './price/cost.ts';
import { callOnce, measureFunction } from './price/measure.ts';
import { eventOf, createDatabase } from './start/instance.ts';
import type { Row } from './table.ts';

const WARM_CALLS = 1_000;

/** Calculates the cost of a million cached queries from durations and sizes measured here and AWS's prices. */
export async function benchPrice(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-price-'));
  const { environmentOf, readUnits, close } = await createDatabase(dir, ['seo-query']);
  const instance = { environment: environmentOf('seo-query'), event: eventOf('seo-query') };
  const { dynamoLatencyMs, tracedShare } = prices.assumptions;
  const functions = [
    await measureFunction('api-key-authorizer', instance, { warmCalls: WARM_CALLS, waitMs: 0 }),
    await measureFunction('seo-query', instance, { warmCalls: WARM_CALLS, waitMs: dynamoLatencyMs }),
  ];
  const { logBytes, body } = callOnce('seo-query', instance);
  close();
  rmSync(dir, { recursive: true });

  const sentBytes = gzipSync(body).length;
  const { gateway, lambda, database, logs, egress } = costOfMillion({ functions, readUnits, logBytes, sentBytes });
  const total = gateway + lambda + database;
  const row = (what: string, value: number): Row => ({
    what: `a million cached queries: ${what}`,
    samples: [value],
    unit: 'USD',
  });
  return [
    row('API Gateway', gateway),
    row('Lambda, authorizer and query', lambda),
    row(`DynamoDB, ${readUnits} read units each`, database),
    row('total of the three', total),
    row('logs, in addition', logs),
    row('traces, in addition', tracedShare * prices.tracesPerMillion),
    row(`egress of ${(sentBytes / 1024).toFixed(1)} KB each (gzip), in addition`, egress),
    {
      what: "a million cached queries: gateway, Lambda and DynamoDB / the gateway's own price",
      samples: [total / gateway],
      unit: 'ratio',
      goal: 1.35,
    },
  ];
}
