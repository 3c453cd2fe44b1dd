import type { RecordServices } from '../../functions/shared/record/refresh-record.ts';
import type { Source, SourceAnswer } from '../../functions/shared/sources/source.ts';
import { readSourceSettings } from '../../functions/shared/sources/source-settings.ts';
import { createDocumentClient } from '../../functions/shared/storage/document-client.ts';
import { createDomainCache } from '../../functions/shared/storage/domain-cache.ts';
import { createDomainHistory } from '../../functions/shared/storage/domain-history.ts';
import { createDomainSchedule } from '../../functions/shared/storage/domain-schedule.ts';
import type { WorkTask } from '../../functions/shared/storage/work-queue.ts';
import { cacheTable, historyTable, openTables, scheduleTable } from './dynamodb.ts';

/** A source of the test's own; what it answers can be changed. */
export interface ScriptedSource extends Source {
  answer: () => SourceAnswer | Promise<SourceAnswer>;
  asked: number;
}

export function scriptedSource(parts: Pick<Source, 'id' | 'fields'> & Partial<ScriptedSource>): ScriptedSource {
  return {
    attribution: null,
    isEvidence: true,
    keys: [],
    maxAgeDays: 1,
    inlineMs: 1_000,
    backgroundMs: 1_000,
    costUsd: 0,
    answer: () => ({ status: 'ok' }),
    asked: 0,
    ask() {
      this.asked += 1;
      return Promise.resolve(this.answer());
    },
    ...parts,
  };
}

/** The real stores over an embedded DynamoDB, a queue that is looked into, and the test's own sources and clock. */
export async function openRecordServices(sources: Source[]) {
  const tables = await openTables(cacheTable, historyTable, scheduleTable);
  const sent: { task: WorkTask; delayMs: number }[] = [];
  const clock = { now: Date.parse('2026-11-01T08:00:00Z') };
  const services = {
    sources,
    settings: readSourceSettings({}),
    budget: { reserve: () => Promise.resolve(true), settle: () => Promise.resolve() },
    readKeys: () => Promise.resolve({}),
    http: {},
    cache: createDomainCache(tables.client, cacheTable.name),
    history: createDomainHistory(createDocumentClient(tables.client), historyTable.name),
    schedule: createDomainSchedule(tables.client, scheduleTable.name),
    queue: {
      send: (task: WorkTask, delayMs = 0) => {
        sent.push({ task, delayMs });
        return Promise.resolve();
      },
    },
    now: () => clock.now,
  } as unknown as RecordServices;
  return { services, sent, clock, documents: createDocumentClient(tables.client), close: () => tables.close() };
}
