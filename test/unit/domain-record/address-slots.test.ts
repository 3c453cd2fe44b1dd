import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { LookupFunction } from 'node:net';
import { parseHostOverrides } from '../../../functions/shared/network/host-overrides.ts';
import { createNetwork } from '../../../functions/shared/network/network.ts';
import { createAddressSlots } from '../../../functions/shared/storage/address-slots.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { fetchForCaller, openRecordServices, scriptedSource } from '../../support/record-services.ts';

const lookup: LookupFunction = (_host, _options, callback) => {
  callback(null, [{ address: '1.1.1.1', family: 4 }]);
};

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let during: string[];
beforeEach(() => {
  during = [];
});
afterEach(() => opened.close());

async function slotsTaken(): Promise<string[]> {
  const { Items = [] } = await opened.tables.documents.send(new ScanCommand({ TableName: coordinationTable.name }));
  const addresses = Items.filter(({ id }) => String(id).startsWith('address#'));
  return addresses.flatMap((item) => Object.keys(item).filter((name) => name.startsWith('slot_')));
}

test.each([
  ['answers', () => Promise.resolve({ status: 'ok' as const, sections: { seo_score: 90 } })],
  ['fails', () => Promise.resolve({ status: 'error' as const, error: { code: 'x', message: 'x', retryable: true } })],
])('one slot serves a source whose requests follow each other, and is free when the source %s', async (_, answer) => {
  const site = scriptedSource({ id: 'site', fields: ['seo_score'] });
  site.ask = async (domain, { network }) => {
    for (const host of [domain, `www.${domain}`]) (await network.enter(host, performance.now() + 1_000))();
    during.push(...(await slotsTaken()));
    return answer();
  };
  opened = await openRecordServices([site]);
  opened.services.network = createNetwork({
    overrides: parseHostOverrides(''),
    userAgent: 'test',
    lookup,
    slots: createAddressSlots(opened.tables.db, coordinationTable.name, Date.now),
  });
  await fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services).catch(() => {});
  expect(during).toHaveLength(1);
  expect(await slotsTaken()).toEqual([]);
});
