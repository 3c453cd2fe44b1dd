import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '../../../../functions/core/platform/network/public-address.ts';
import { readCases } from '../../../support/cases.ts';

/** `special`: IANA's special-purpose IPv4 blocks, written out a second time as [first octets, prefix length]. */
const { refused, special } = readCases<{ refused: string[]; special: [string, number][] }>('network/addresses');

const numberOf = (address: string) => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const hexPair = (value: number) => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
const isSpecial = (value: number) =>
  special.some(
    ([base, bits]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(numberOf(base) / 2 ** (32 - bits)),
  );

/** Any IPv4 address, and often one of a special block or just beside it. */
const ipv4 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc
    .tuple(fc.constantFrom(...special), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 1))
    .map(([[base, bits], share, side]) => {
      const size = 2 ** (32 - bits);
      const inside = numberOf(base) + Math.floor(share * (size - 1));
      return Math.min(0xffffffff, Math.max(0, inside + side * size));
    }),
);
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(refused)('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['', 'localhost', '0x7f.1', '127.1', '2130706433', '0177.0.0.1', '8.8.8.8.8', '[::1]', '8.8.8.8 '])(
    "rejects %j, which is not in the system's notation",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  test('checks every IPv4 address by the registry', () => {
    fc.assert(
      fc.property(ipv4, (value) => isPublicAddress(dotted(value)) === !isSpecial(value)),
      { numRuns: 5_000 },
    );
  });

  test('checks IPv4-mapped and NAT64 addresses by the IPv4 address in any notation', () => {
    fc.assert(
      fc.property(ipv4, fc.constantFrom('::ffff:', '64:ff9b::'), fc.boolean(), (value, prefix, hex) => {
        const address = prefix + (hex ? hexPair(value) : dotted(value));
        return isPublicAddress(address) === !isSpecial(value);
      }),
      { numRuns: 5_000 },
    );
  });

  test('rejects addresses outside of global unicast, and 6to4 and Teredo with any address', () => {
    const anyGroups = fc.array(group, { minLength: 7, maxLength: 7 }).map((groups) => groups.join(':'));
    const outside = fc
      .integer({ min: 0, max: 0xffff })
      .filter((value) => value >> 13 !== 1 && value !== 0 && value !== 0x64);
    fc.assert(fc.property(outside, anyGroups, (value, rest) => !isPublicAddress(`${value.toString(16)}:${rest}`)));
    fc.assert(fc.property(anyGroups, (rest) => !isPublicAddress(`2002:${rest}`)));
    fc.assert(fc.property(anyGroups, (rest) => !isPublicAddress(`2001:0:${rest.split(':').slice(1).join(':')}`)));
  });

  test('rejects any other text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => isPublicAddress(text) === false || /^[\d.]+$|:/.test(text)));
  });
});
