import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import { rdapSource } from '../../../functions/shared/sources/rdap.ts';
import { findRdapServer } from '../../../functions/shared/sources/rdap-server.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { AGENT } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const run = promisify(execFile);
const played = playProviders(rdapSource);
const { ask } = played;

function listServers(services: [string[], string[]][]) {
  played.fault('rdap_bootstrap', faults.json({ version: '1.0', services }));
}

function domainObject(members: object) {
  played.fault('rdap', faults.json({ objectClassName: 'domain', ldhName: 'SHOP.EXAMPLE', ...members }));
}

async function registrationOf(domain: string) {
  return (await ask(domain)).sections!.registration!;
}

describe('the rdap source', () => {
  test('tells who registered the domain when and until when', async () => {
    expect(await ask('shop.example')).toEqual({
      status: 'ok',
      http_status: 200,
      sections: {
        registration: {
          registered_at: '2009-03-14T08:30:00.000Z',
          expires_at: '2027-06-19T08:30:00.000Z',
          updated_at: '2025-03-02T06:11:54.000Z',
          age_days: 6461,
          registrar: 'Example Registrar, Inc.',
          registrar_iana_id: '9995',
          statuses: ['client delete prohibited', 'client transfer prohibited'],
          statuses_total: 2,
          method: 'rdap',
        },
      },
    });
  });

  test('asks for RDAP about the registrable domain, at the server that the list names', async () => {
    await ask('a.news.shop.example');
    const [request] = played.asked('rdap');
    expect(request!.path).toBe('/registry/example/domain/shop.example');
    expect(request!.headers.accept).toBe('application/rdap+json');
  });

  test('takes the name in upper case for the name that it asked for (ldhName)', async () => {
    domainObject({ ldhName: 'SHOP.EXAMPLE.' });
    expect((await ask('shop.example')).status).toBe('ok');
    domainObject({ ldhName: 'OTHER.EXAMPLE' });
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
  });

  test('follows a redirect and reads dates without a time (302 legal, date-only)', async () => {
    expect(await registrationOf('blog.example')).toMatchObject({
      registered_at: '2015-06-01T00:00:00.000Z',
      expires_at: '2026-12-21T00:00:00.000Z',
      registrar: '示例域名注册有限公司',
    });
    expect(played.asked('rdap')).toHaveLength(2);
  });

  test('reads times without a zone as UTC, wherever it runs', async () => {
    domainObject({ events: [{ eventAction: 'registration', eventDate: '2003-03-17 12:20:05' }] });
    const url = played.context().baseUrl(rdapSource.address!);
    const sources = new URL('../../../functions/shared/sources/', import.meta.url).href;
    // The zone of a process cannot change while it runs.
    const script = `
      import { rdapSource } from '${sources}rdap.ts';
      import { createProviderClient } from '${sources}../providers/provider-client.ts';
      const http = createProviderClient('test');
      const shared = (name, maxAgeMs, load) => load();
      const context = { http, shared, baseUrl: () => '${url}', now: Date.now };
      console.log(JSON.stringify(await rdapSource.ask('shop.example', context)));`;
    const env = { ...process.env, TZ: 'Asia/Shanghai' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      sections: { registration: { registered_at: '2003-03-17T12:20:05.000Z' } },
    });
  });

  test('does without expiration and registrar (expiration may be missing)', async () => {
    expect(await registrationOf('broken.example')).toMatchObject({
      registered_at: '2021-11-05T00:00:00.000Z',
      expires_at: null,
      registrar: null,
      registrar_iana_id: null,
    });
  });

  test.each(['2017-12-15T23:59:00Z', '2017-12-16T05:37:20Z'])(
    'does not tell days that .ai shows for many domains at once (artefacts): %s',
    async (migrated) => {
      const events = [
        { eventAction: 'registration', eventDate: migrated },
        { eventAction: 'last changed', eventDate: '2026-08-12T10:00:00Z' },
        { eventAction: 'expiration', eventDate: '2027-08-12T10:00:00Z' },
      ];
      domainObject({ ldhName: 'model.ai', events });
      expect(await registrationOf('model.ai')).toMatchObject({
        registered_at: null,
        age_days: null,
        updated_at: null,
        expires_at: '2027-08-12T10:00:00.000Z',
      });
      domainObject({ events });
      expect(await registrationOf('shop.example')).toMatchObject({ registered_at: new Date(migrated).toISOString() });
    },
  );

  test('tells of other events on the days of a migration', async () => {
    const events = [
      { eventAction: 'registration', eventDate: '2026-08-12T10:00:00Z' },
      { eventAction: 'last changed', eventDate: '2017-12-15T10:00:00Z' },
    ];
    domainObject({ ldhName: 'model.ai', events });
    expect(await registrationOf('model.ai')).toMatchObject({
      registered_at: '2026-08-12T10:00:00.000Z',
      updated_at: '2017-12-15T10:00:00.000Z',
    });
  });

  test('reads the events beside those without a date, and "last update" for "last changed"', async () => {
    const events = [
      { eventAction: 'last changed' },
      null,
      { eventAction: 'Registration', eventDate: '2003-03-17T12:20:05.000+0000' },
      { eventAction: 'expiration', eventDate: 'never' },
      { eventAction: 'last update', eventDate: '2019-09-09T15:39:04Z' },
    ];
    domainObject({ events });
    expect(await registrationOf('shop.example')).toMatchObject({
      registered_at: '2003-03-17T12:20:05.000Z',
      expires_at: null,
      updated_at: '2019-09-09T15:39:04.000Z',
    });
  });

  describe('names the registrar', () => {
    const card = (...rows: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...rows]];
    const fn = (name: unknown) => ['fn', {}, 'text', name];
    const org = (name: unknown) => ['org', {}, 'text', name];
    const registrar = { roles: ['registrar'], vcardArray: card(fn('Example Registrar')) };
    const others = [
      ['among odd entities', [null, 'x', { roles: 'registrar' }, { vcardArray: 7 }, registrar]],
      ['inside another entity', [{ roles: ['technical'], entities: [{ roles: ['sponsor'], entities: [registrar] }] }]],
      ['whose role is in upper case', [{ ...registrar, roles: [null, 'Registrar'] }]],
      ['by its organization without a name', [{ ...registrar, vcardArray: card(org('Example Registrar')) }]],
      [
        'by its organization beside an empty name',
        [{ ...registrar, vcardArray: card(fn(''), org('Example Registrar')) }],
      ],
      ['by an organization with its unit', [{ ...registrar, vcardArray: card(org(['Example Registrar', 'Names'])) }]],
      ['on a card with odd rows', [{ ...registrar, vcardArray: card(null, {}, fn('Example Registrar')) }]],
      ['rather than one inside it', [{ ...registrar, entities: [{ ...registrar, vcardArray: card(fn('Other')) }] }]],
    ] satisfies [string, unknown[]][];

    test.each(others)('%s', async (_name, entities) => {
      domainObject({ entities });
      expect((await registrationOf('shop.example')).registrar).toBe('Example Registrar');
    });

    test('by its number alone, where the card is odd', async () => {
      const publicIds = [null, { type: 'Other', identifier: 'x' }, { type: 'IANA Registrar ID', identifier: 1250 }];
      domainObject({ entities: [{ ...registrar, vcardArray: [['version', '{}', 'text', '4.0']], publicIds }] });
      expect(await registrationOf('shop.example')).toMatchObject({ registrar: null, registrar_iana_id: '1250' });
    });

    test('not, where entities stand in each other without end', async () => {
      const depth = 50_000;
      const body = `{"objectClassName":"domain","entities":${'[{"entities":'.repeat(depth)}[]${'}]'.repeat(depth)}}`;
      played.fault('rdap', faults.raw(body, 'application/rdap+json'));
      expect(await registrationOf('shop.example')).toMatchObject({ registrar: null });
    });
  });

  test('caps the statuses, and says how many there were', async () => {
    domainObject({ status: Array.from({ length: 130 }, (_, index) => `status ${index}`) });
    const registration = await registrationOf('shop.example');
    expect(registration.statuses).toHaveLength(100);
    expect(registration.statuses_total).toBe(130);
  });

  test('is empty where the domain is not registered (404 with a body or without)', async () => {
    listServers([[['example'], [`${played.context().baseUrl(rdapSource.address!)}/registry/com`]]]);
    expect(await ask('shop.example')).toEqual({ status: 'empty', http_status: 404, sections: { registration: null } });
    played.fault('rdap', { kind: 'answer', answer: { status: 404, headers: {}, body: '' } });
    expect(await ask('shop.example')).toMatchObject({ status: 'empty', http_status: 404 });
  });

  test.each(['cn', 'jp', 'kr'])('is unsupported for .%s (not in the list)', async (suffix) => {
    const answer = await ask(`example.${suffix}`);
    expect(answer).toMatchObject({ status: 'unsupported', error: { code: 'no_rdap_server', retryable: false } });
    expect(played.asked('rdap')).toEqual([]);
  });

  test('fails, rather than being unsupported, where the list cannot be had', async () => {
    played.fault('rdap_bootstrap', faults.unavailable());
    expect(await ask('shop.example')).toMatchObject({ status: 'error', http_status: 503, error: { retryable: true } });
  });

  test('keeps the list for at least a day (bootstrap)', async () => {
    const kept = new Map<string, unknown>();
    const ages: number[] = [];
    const shared = async <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>) => {
      ages.push(maxAgeMs);
      if (!kept.has(name)) kept.set(name, JSON.parse(JSON.stringify(await load())));
      return kept.get(name) as Value;
    };
    await ask('shop.example', { shared });
    expect((await ask('blog.example', { shared })).status).toBe('ok');
    expect(played.asked('rdap_bootstrap')).toHaveLength(1);
    expect(ages.every((age) => age >= 86_400_000)).toBe(true);
  });

  test('keeps the requests to each server apart', async () => {
    const paces: unknown[] = [];
    const plain = createProviderClient(AGENT);
    const http: typeof plain = {
      request: (url, options) => {
        paces.push(options.pace);
        return plain.request(url, options);
      },
    };
    await ask('shop.example', { http });
    const { host } = new URL(played.context().baseUrl(rdapSource.address!));
    expect(paces).toContainEqual({ key: `rdap ${host}`, intervalMs: 1_000 });
  });
});

describe('the server of a registry', () => {
  const find = (domain: string) => findRdapServer(domain, played.context());

  test('is that of the longest match', async () => {
    listServers([
      [['uk'], ['https://uk.registry.example/']],
      [['org', 'CO.UK'], ['https://co-uk.registry.example/']],
    ]);
    expect(await find('shop.co.uk')).toBe('https://co-uk.registry.example/');
    expect(await find('shop.uk')).toBe('https://uk.registry.example/');
  });

  test('is asked by https where it can be, at an address that ends with a slash', async () => {
    listServers([[['com'], ['http://plain.registry.example/v1', 'https://secure.registry.example/v1']]]);
    expect(await find('shop.com')).toBe('https://secure.registry.example/v1/');
  });

  test.each([
    ['shop.io', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.co', 'https://rdap.registry.co/co/'],
    ['shop.us', 'https://rdap.nic.us/'],
    ['shop.de', 'https://rdap.denic.de/'],
    ['shop.me', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.sh', 'https://rdap.identitydigital.services/rdap/'],
    ['shop.com.my', 'https://rdap.mynic.my/rdap/'],
  ])('of %s is known although it is not listed (overrides)', async (domain, server) => {
    listServers([[['com'], ['https://registry.example/']]]);
    expect(await find(domain)).toBe(server);
  });

  test('is found beside odd entries of the list', async () => {
    played.fault(
      'rdap_bootstrap',
      faults.json({
        services: [
          null,
          [['com']],
          [[7, 'com'], ['soon', 'ftp://registry.example/', 'http://com.registry.example/'], 'more'],
          [['net'], []],
        ],
      }),
    );
    expect(await find('shop.com')).toBe('http://com.registry.example/');
    expect(await find('shop.net')).toBeNull();
  });

  test('is the listed one where there is one', async () => {
    listServers([[['io'], ['https://new.registry.example/']]]);
    expect(await find('shop.io')).toBe('https://new.registry.example/');
  });
});

testCommonFailures(played, rdapSource, 'rdap');
