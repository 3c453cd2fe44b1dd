import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HEAL_AFTER_MS, healableSources } from '../shared/record/heal.ts';
import type { DomainRecord } from '../shared/record/record.ts';
import { requiredSetting } from '../shared/settings.ts';
import { createClaims } from '../shared/storage/claims.ts';
import { createDocumentClient } from '../shared/storage/document-client.ts';
import type { CachedRecord } from '../shared/storage/domain-cache.ts';
import { createWorkQueue } from '../shared/storage/work-queue.ts';

/**
 * Has the worker ask again what failed when the entry was made. One of many hits does it. The answer that is about to be
 * sent does not depend on it.
 */
export async function healEntry({ domain, recordJson }: CachedRecord, client: DynamoDBClient): Promise<void> {
  try {
    const claims = createClaims(createDocumentClient(client), requiredSetting('COORDINATION_TABLE'), Date.now);
    if (!(await claims.claim(`heal ${domain}`, HEAL_AFTER_MS))) return;
    const sources = healableSources(JSON.parse(recordJson) as DomainRecord);
    const queue = createWorkQueue(requiredSetting('WORK_QUEUE_URL'));
    await queue.send({ task: 'complete-record', domain, sources, attempt: 0 });
  } catch (error) {
    console.warn(
      JSON.stringify({ level: 'WARN', message: 'not handed over for healing', error: (error as Error).name }),
    );
  }
}
