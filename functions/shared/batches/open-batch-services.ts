import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { HistoryServices } from '../domain-record/history/read-history.ts';
import { createBatchReader } from '../storage/batches/batch-reader.ts';
import { createOpenBatches } from '../storage/batches/open-batches.ts';
import { createEntryListReader } from '../storage/domain-cache/entry-list-reader.ts';
import { createHistoryReader } from '../storage/domain-history/history-reader.ts';
import { createDocumentReader } from '../storage/dynamodb/document-reader.ts';
import type { ItemClient } from '../storage/dynamodb/item-client.ts';
import { createMissingDomainReader } from '../storage/missing-domain-reader.ts';
import type { BatchServices } from './services.ts';
import type { BatchSettings } from '../settings/settings.ts';

interface Parts {
  items: ItemClient;
  /** For what only storing a batch takes. */
  loadClient: () => Promise<DynamoDBClient>;
  settings: BatchSettings;
  isReachable: (host: string) => boolean;
}

/** Puts together what answering with batches takes, from the settings. */
export function openBatchServices({
  items,
  loadClient,
  settings,
  isReachable,
}: Parts): BatchServices & HistoryServices {
  const now = Date.now;
  const reader = createDocumentReader(items);
  let writer: ReturnType<BatchServices['loadWriter']> | undefined;
  const openWriter = async () => {
    const { openBatchWriter } = await import('./open-batch-writer.ts');
    return openBatchWriter(await loadClient(), settings);
  };
  return {
    ...createEntryListReader(items, settings.DOMAIN_CACHE_TABLE),
    ...createMissingDomainReader(reader, settings.COORDINATION_TABLE, now),
    history: createHistoryReader(reader, settings.DOMAIN_HISTORY_TABLE),
    batches: createBatchReader(reader, settings.BATCHES_TABLE, now),
    open: createOpenBatches(items, settings.COORDINATION_TABLE, now),
    loadWriter: () => (writer ??= openWriter()),
    isReachable,
    now,
  };
}
