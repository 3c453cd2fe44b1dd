import { expect, test } from '@jest/globals';
import { deliverMember } from '../../../functions/core/deliveries/deliver-member.ts';
import { parse, problemOf } from '../../../functions/core/platform/http/parameters.ts';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { readCases } from '../../support/cases.ts';

const member = deliverMember(parseHostOverrides('hook.test=127.0.0.1:80,*.sandbox.internal=127.0.0.1:80').has);

/** @returns the address as it is stored, or the rule that it breaks */
function outcomeOf(url: string): string {
  const { data, issues } = parse(member, { url });
  return issues.length === 0 ? data.url : problemOf(issues[0]!).rule;
}

test.each([
  ['https://hooks.example.com/seo?a=1#part', 'https://hooks.example.com/seo?a=1'],
  ['https://HOOKS.example.com.:443/', 'https://hooks.example.com/'],
  ['https://93.184.215.14/', 'https://93.184.215.14/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ['http://hook.test:8080/in', 'http://hook.test:8080/in'],
  ['https://HOOK.test./in', 'https://hook.test/in'],
  ['https://any.sandbox.internal/', 'https://any.sandbox.internal/'],
])('the address %s of a receiver is accepted', (url, stored) => {
  expect(outcomeOf(url)).toBe(stored);
});

test.each([
  ['https://10.0.0.1/', 'host_not_public'],
  ['https://127.1/', 'host_not_public'],
  ['https://0x7f000001/', 'host_not_public'],
  ['https://169.254.169.254/latest/meta-data', 'host_not_public'],
  ['https://192.168.1.1:8443/', 'host_not_public'],
  ['https://[::1]/', 'host_not_public'],
  ['https://[fd00:ec2::254]/', 'host_not_public'],
  ['https://[::ffff:10.0.0.1]/', 'host_not_public'],
  ['https://localhost/', 'host_reserved_name'],
  ['https://LOCALHOST./', 'host_reserved_name'],
  ['https://metadata.google.internal/', 'host_reserved_name'],
  ['https://printer.local/', 'host_reserved_name'],
  ['https://other.test/', 'host_reserved_name'],
  ['https://hooks.example/', 'host_reserved_name'],
  ['https://intranet/', 'host_single_label'],
  ['https://intranet./', 'host_single_label'],
  ['https://hooks.example.com:8443/', 'other_port'],
  ['http://hooks.example.com/', 'receiver_url'],
  ['https://user@hooks.example.com/', 'receiver_url'],
])('the address %s, to which nothing can ever be delivered, is refused: %s', (url, broken) => {
  expect(outcomeOf(url)).toBe(broken);
});

test('no IP address that is not public is accepted', () => {
  const { refused } = readCases<{ refused: string[] }>('network/addresses');
  const urls = refused.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`);
  expect(urls.filter((url) => URL.canParse(url) && outcomeOf(url) !== 'host_not_public')).toEqual([]);
});
