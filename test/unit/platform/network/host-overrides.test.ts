import { describe, expect, test } from '@jest/globals';
import { InvalidHostOverride, parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { readCases } from '../../../support/cases.ts';

describe('parseHostOverrides', () => {
  test('reads hosts, addresses and ports, ignoring white space and case', () => {
    const overrides = parseHostOverrides(' Shop.example=127.0.0.1:3001 , blog.example=[::1]:3002');
    expect(overrides.find('shop.example')).toEqual({ address: '127.0.0.1', port: 3001 });
    expect(overrides.find('BLOG.example.')).toEqual({ address: '::1', port: 3002 });
    expect(overrides.find('www.shop.example')).toBeNull();
  });

  test('overrides nothing when the setting is empty', () => {
    expect(parseHostOverrides('').find('shop.example')).toBeNull();
    expect(parseHostOverrides('  ').find('')).toBeNull();
  });

  test('prefers an exact host to a wildcard, a longer wildcard to a shorter one, and the first of equals', () => {
    const overrides = parseHostOverrides(
      '*.example=127.0.0.1:1,*.shop.example=127.0.0.1:2,a.shop.example=127.0.0.1:3,a.shop.example=127.0.0.1:4',
    );
    expect(overrides.find('blog.example')?.port).toBe(1);
    expect(overrides.find('shop.example')?.port).toBe(1);
    expect(overrides.find('b.c.shop.example')?.port).toBe(2);
    expect(overrides.find('a.shop.example')?.port).toBe(3);
    expect(overrides.find('example')).toBeNull();
    expect(overrides.find('notexample')).toBeNull();
  });

  test.each(readCases<string[]>('network/host-overrides'))('reports the malformed entry %j', (entry) => {
    const parse = () => parseHostOverrides(`good.example=127.0.0.1:80,${entry},other.example=127.0.0.1:80`);
    expect(parse).toThrow(InvalidHostOverride);
    expect(parse).toThrow(`"${entry}"`);
  });
});
