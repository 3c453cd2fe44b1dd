import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createBlockReader } from '../../../../functions/shared/storage/domain-schedule/block-reader.ts';
import {
  createFollowedDomains,
  type FollowedDomains,
} from '../../../../functions/shared/storage/domain-schedule/followed-domains.ts';
import { sdkItemClient } from '../../../../functions/shared/storage/dynamodb/client.ts';
import { createDocumentClient } from '../../../../functions/shared/storage/dynamodb/document-client.ts';
import { openTables, scheduleTable, type TestTables } from '../../../support/dynamodb.ts';

let tables: TestTables;
let followed: FollowedDomains;

beforeAll(async () => {
  tables = await openTables(scheduleTable);
  followed = createFollowedDomains(createDocumentClient(tables.client), scheduleTable.name, 10);
});
afterAll(() => tables.close());

test('a domain is blocked from the block to its end, whether or not it is followed', async () => {
  const { isBlocked } = createBlockReader(sdkItemClient(tables.client), scheduleTable.name);
  expect(await isBlocked('a.com')).toBe(false);
  await followed.follow('a.com', Date.parse('2026-11-01'));
  expect(await isBlocked('a.com')).toBe(false);
  await followed.block('a.com');
  expect(await isBlocked('a.com')).toBe(true);
  await followed.unblock('a.com');
  expect(await isBlocked('a.com')).toBe(false);
});
