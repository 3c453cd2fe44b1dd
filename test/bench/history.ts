import { createDomainHistory } from '../../functions/core/domains/store/domain-history.ts';
import { countReads } from './consumed.ts';
import { historyTable, createTestTables } from '../support/dynamodb.ts';
import type { Row } from './table.ts';

const STORED = [30, 300, 3_650];
const READ = [30, 300];
const NOW = Date.parse('2026-06-15T12:00:00Z');
const DAY_MS = 86_400_000;

/** Measures the cost of reading the newest snapshots, in histories of increasing length. */
export async function benchHistory(): Promise<Row[]> {
  const tables = await createTestTables(historyTable);
  const db = tables.db;
  const reads = countReads(tables.db);
  const history = createDomainHistory(db, historyTable.name);
  const rows: Row[] = [];
  for (const stored of STORED) {
    const domain = `${stored}.example`;
    for (let day = 0; day < stored; day += 1) await history.add(snapshot(domain, NOW - day * DAY_MS));
    for (const limit of READ.filter((most) => most <= stored)) {
      reads.reset();
      const { snapshots } = await history.read(domain, {
        from: new Date(NOW - 3_650 * DAY_MS).toISOString(),
        to: new Date(NOW).toISOString(),
        limit,
      });
      if (snapshots.length !== limit) throw new Error(`${snapshots.length} snapshots were read instead of ${limit}`);
      rows.push({
        what: `history: ${limit} of ${stored} snapshots, read units`,
        samples: [reads.units()],
        unit: 'units',
      });
    }
  }
  await tables.close();
  return rows;
}

/** Returns a snapshot with a typical number of values. */
function snapshot(domain: string, time: number) {
  return {
    domain,
    captured_at: new Date(time).toISOString(),
    origin: 'refresh' as const,
    site_status: 'ok',
    failed_audits: null,
    seo_score: 92,
    http_status: 200,
    tranco_rank: 12_345 + (time % 97),
    open_page_rank: 5.43,
    organic_etv: 1_234.5,
    organic_count: 678,
    lcp_p75_ms: 2_100,
    inp_p75_ms: 180,
    cls_p75: 0.06,
    ttfb_p75_ms: 640,
    fcp_p75_ms: 1_500,
    tls_days_remaining: 61,
    expires_at: '2027-05-17T09:30:00.000Z',
    meta_robots: null,
    canonical: 'https://shop.example/',
    word_count: 1_500,
    links_total: 120,
    site_score: null,
    site_pages: null,
    site_broken_links: null,
    site_crawl: null,
    title: 'A shop of many things, and of others too',
    content_hash: '0123456789abcdef0123456789abcdef',
    ai_policy: 'none',
  };
}
