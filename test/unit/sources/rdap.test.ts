import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { findRdapServer, rdapSource } from '../../../functions/core/sources/rdap.ts';
import { faults } from '../../../infra/sandbox/providers/server.ts';
import { playProviders } from './play-providers.ts';

const run = promisify(execFile);
const played = playProviders();

describe('the rdap source', () => {
  test('reads times without a zone as UTC in any time zone', async () => {
    const events = [{ eventAction: 'registration', eventDate: '2003-03-17 12:20:05' }];
    played.fault('rdap', faults.json({ objectClassName: 'domain', events }));
    const sources = new URL('../../../functions/core/sources/', import.meta.url).href;
    // The zone of a process cannot change while it runs.
    const script = `
      import { rdapSource } from '${sources}rdap.ts';
      import { createProviderClient } from '${sources}providers/provider-client.ts';
      const http = createProviderClient('test');
      const shared = (name, maxAgeMs, load) => load();
      const context = { http, shared, baseUrl: () => '${played.url}', now: Date.now };
      console.log(JSON.stringify(await rdapSource.fetch('shop.example', context)));`;
    const env = { ...process.env, TZ: 'Asia/Shanghai' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      sections: { registration: { registered_at: '2003-03-17T12:20:05.000Z' } },
    });
  });

  test('returns no registrar when entities are nested without end', async () => {
    const depth = 50_000;
    const body = `{"objectClassName":"domain","entities":${'[{"entities":'.repeat(depth)}[]${'}]'.repeat(depth)}}`;
    played.fault('rdap', faults.raw(body, 'application/rdap+json'));
    expect((await played.fetch(rdapSource)).sections!.registration).toMatchObject({ registrar: null });
  });
});

describe('the RDAP server of a domain', () => {
  const find = (domain: string, listed: string[]) => {
    played.fault('rdap_bootstrap', faults.json({ version: '1.0', services: [[['com'], listed]] }));
    return findRdapServer(domain, played.context());
  };

  test('is the listed one with https', async () => {
    const listed = ['http://plain.registry.example/v1', 'https://secure.registry.example/v1'];
    expect(await find('shop.com', listed)).toBe('https://secure.registry.example/v1/');
  });

  test.each([
    ['shop.io', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.co', 'https://rdap.registry.co/co/'],
    ['shop.us', 'https://rdap.nic.us/'],
    ['shop.de', 'https://rdap.denic.de/'],
    ['shop.me', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.sh', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.com.my', 'https://rdap.mynic.my/rdap/'],
  ])('of %s is built in, since it is not listed', async (domain, server) => {
    expect(await find(domain, ['https://registry.example/'])).toBe(server);
  });
});
