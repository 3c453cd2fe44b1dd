import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DomainCache } from '../shared/storage/domain-cache.ts';
import type { DomainSchedule } from '../shared/storage/domain-schedule.ts';

/** What a cached answer needs, and what all else is made from. */
export interface HotClients {
  client: DynamoDBClient;
  cache: DomainCache;
  schedule: DomainSchedule;
}
