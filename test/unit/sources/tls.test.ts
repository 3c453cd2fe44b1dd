import nodeTls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as schema from '../../../functions/core/record/schema.ts';
import { tlsSource } from '../../../functions/core/sources/tls.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';

const trusted = nodeTls.getCACertificates();
let ca: local.Certificate;

beforeAll(async () => {
  ca = await local.authority();
  nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
});
afterAll(() => nodeTls.setDefaultCACertificates(trusted));
afterEach(local.closeServers);

async function fetchFrom(hosts: Record<string, number>, now = Date.now) {
  const answer = await tlsSource.fetch('site.example', contextOf({ network: local.networkOf(hosts), now }));
  if (answer.sections?.tls) schema.tls.parse(answer.sections.tls);
  return { ...answer, tls: answer.sections?.tls };
}

async function fetchWith(certificate: local.Certificate, host = 'site.example') {
  return fetchFrom({ [host]: await local.serveHttps(certificate, (_, response) => response.end()) });
}

describe('the tls source', () => {
  test('describes a trusted certificate', async () => {
    const { status, tls } = await fetchWith(await local.certificateFor('site.example', { ca }));
    expect(status).toBe('ok');
    expect(tls).toMatchObject({
      valid: true,
      protocol: 'TLSv1.3',
      issuer: 'Test Authority',
      subject: 'site.example',
      days_remaining: 30,
      error: null,
    });
  });

  test('counts the days by the given clock, negative once expired', async () => {
    const port = await local.serveHttps(await local.certificateFor('site.example', { ca }), () => {});
    const later = () => Date.now() + 40 * 86_400_000;
    expect((await fetchFrom({ 'site.example': port }, later)).tls?.days_remaining).toBe(-10);
  });

  test('reports why a certificate is not valid', async () => {
    const DAY = 86_400_000;
    const dates = (from: number, to: number) => ({
      ca,
      from: new Date(Date.now() + from * DAY),
      to: new Date(Date.now() + to * DAY),
    });
    const stranger = await local.authority('Stranger');
    const cases: [string, local.Certificate][] = [
      ['certificate_expired', await local.certificateFor('site.example', dates(-20, -10))],
      ['certificate_not_yet_valid', await local.certificateFor('site.example', dates(10, 20))],
      ['name_mismatch', await local.certificateFor('other.example', { ca })],
      ['self_signed', await local.certificateFor('site.example')],
      ['untrusted_issuer', await local.certificateFor('site.example', { ca: stranger })],
    ];
    for (const [error, certificate] of cases) {
      const { status, tls } = await fetchWith(certificate);
      expect({ status, valid: tls?.valid, error: tls?.error }).toEqual({ status: 'ok', valid: false, error });
      expect(tls?.valid_to).not.toBeNull();
    }
  });

  test('requests www. if the name itself has no address', async () => {
    const { tls } = await fetchWith(await local.certificateFor('www.site.example', { ca }), 'www.site.example');
    expect(tls).toMatchObject({ valid: true, subject: 'www.site.example' });
  });

  test('finds no TLS if the port has another protocol', async () => {
    const http = await fetchFrom({ 'site.example': await local.serveHttp((_, response) => response.end()) });
    expect(http).toMatchObject({ status: 'ok', tls: { valid: false, error: 'no_tls', protocol: null } });
    const ssh = await fetchFrom({
      'site.example': await local.serveTcp((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n')),
    });
    expect(ssh).toMatchObject({ status: 'ok', tls: { valid: false, error: 'no_tls' } });
  });

  test('is empty if the port is closed', async () => {
    expect(await fetchFrom({ 'site.example': await local.closedPort() })).toMatchObject({
      status: 'empty',
      sections: { tls: null },
    });
  });

  test('is an error if the connection is reset, a timeout if no data is received', async () => {
    const cut = await fetchFrom({ 'site.example': await local.serveTcp((socket) => socket.destroy()) });
    expect(cut).toMatchObject({ status: 'error', error: { code: 'connection_reset', retryable: true } });
    const silent = await fetchFrom({ 'site.example': await local.serveTcp(() => {}) });
    expect(silent).toMatchObject({ status: 'timeout', error: { code: 'timeout' } });
  });

  test('is an error if neither name has an address', async () => {
    expect(await fetchFrom({})).toMatchObject({ status: 'error', error: { code: 'name_not_found', retryable: false } });
  });
});
