import { batchesTable, coordinationTable } from '../../support/dynamodb.ts';
import { scriptedSource } from '../../support/record-services.ts';
import type { DatabaseCall } from '../consumed.ts';
import type { Row } from '../table.ts';
import { workOff } from './work-off.ts';

const DOMAINS = 1_000;
/** As many as the event source invokes concurrently. */
const WORKERS = 5;
/** Includes for each part its rows, its results and its progress, by which a batch with a lost message is found. */
const MOST_WRITES = 130;
const COORDINATION_OF_BATCHES = /^(?:batches#|idempotency#)/;

/** Measures the writes of a batch's state from its creation to its end, without fetches. */
export async function benchBatchState(): Promise<Row[]> {
  const site = scriptedSource({ id: 'site', fields: ['seo_score'], answer: found({ seo_score: 90 }) });
  const tranco = scriptedSource({
    id: 'tranco',
    fields: ['popularity.tranco'],
    address: { setting: 'TRANCO_URL', baseUrl: 'https://provider.example' },
    answer: () => ({ status: 'empty' }),
  });
  const domains = Array.from({ length: DOMAINS }, (_, index) => `site-${index}.test`);
  const { calls, messages } = await workOff({
    domains,
    sources: [site, tranco],
    siteMs: 0,
    databaseMs: 0,
    workers: WORKERS,
  });
  if (tranco.requests < DOMAINS) throw new Error(`The other source got ${tranco.requests} requests`);
  const own = calls.filter(isOfBatch);
  const sum = (valueOf: (call: DatabaseCall) => number) => own.reduce((all, call) => all + valueOf(call), 0);
  const what = `a batch of ${DOMAINS} new domains`;
  return [
    { what: `${what}: state writes`, samples: [sum(({ writes }) => writes)], unit: 'count', goal: MOST_WRITES },
    { what: `${what}: state write units`, samples: [sum(({ writeUnits }) => writeUnits)], unit: 'count' },
    { what: `${what}: state read units`, samples: [sum(({ readUnits }) => readUnits)], unit: 'count' },
    { what: `${what}: messages`, samples: [messages], unit: 'count' },
  ];
}

const found = (sections: { seo_score: number }) => () => ({ status: 'ok' as const, sections });

function isOfBatch({ table, id }: DatabaseCall): boolean {
  if (table === batchesTable.name) return true;
  return table === coordinationTable.name && id !== undefined && COORDINATION_OF_BATCHES.test(id);
}
