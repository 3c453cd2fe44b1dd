import { expect, test } from '@jest/globals';
import { demoSites } from '../../../infra/sandbox/demo-sites.ts';
import { startProviders } from '../../../infra/sandbox/providers/server.ts';
import { useOpened } from '../../support/use-opened.ts';

const providers = useOpened(() => startProviders());

interface Metric {
  histogram: { density: number }[];
  percentiles: { p75: number | string };
}

/** Requests the field data of an origin; null if the provider has none. */
async function fieldDataOf(host: string, formFactor: string): Promise<Record<string, Metric> | null> {
  const response = await fetch(`${providers.url}/v1/records:queryRecord?key=${providers.keys['google-api-key']}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ origin: `https://${host}`, formFactor }),
  });
  if (response.status === 404) return null;
  expect(response.status).toBe(200);
  return ((await response.json()) as { record: { metrics: Record<string, Metric> } }).record.metrics;
}

test('the fake of CrUX has field data of demo sites with many visitors, and none of the others', async () => {
  const paints = new Set<number>();
  for (const { host, rank } of demoSites) {
    for (const formFactor of ['PHONE', 'DESKTOP']) {
      const metrics = await fieldDataOf(host, formFactor);
      expect([host, metrics !== null]).toEqual([host, rank[0] <= 1_000_000]);
      for (const { histogram } of Object.values(metrics ?? {})) {
        expect(Math.min(...histogram.map(({ density }) => density))).toBeGreaterThan(0);
        expect(histogram.reduce((sum, { density }) => sum + density, 0)).toBeCloseTo(1, 3);
      }
      if (metrics && formFactor === 'PHONE') paints.add(Number(metrics.largest_contentful_paint!.percentiles.p75));
    }
  }
  // All three assessments of the Largest Contentful Paint occur.
  expect(Math.min(...paints)).toBeLessThanOrEqual(2_500);
  expect([...paints].some((paint) => paint > 2_500 && paint <= 4_000)).toBe(true);
  expect(Math.max(...paints)).toBeGreaterThan(4_000);
  expect(await fieldDataOf('no-demo.example', 'PHONE')).toBeNull();
});
