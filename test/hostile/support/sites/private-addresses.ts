import fc from 'fast-check';

const octet = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff });

/** IPv4 addresses that are not on the public internet (IANA's special-purpose registry). */
export const privateIPv4 = fc
  .tuple(
    fc.constantFrom<[number, number?, number?]>(
      [0],
      [10],
      [127],
      [100, 64],
      [169, 254],
      [172, 16],
      [172, 31],
      [192, 168],
      [192, 0, 0],
      [192, 0, 2],
      [198, 18],
      [198, 51, 100],
      [203, 0, 113],
      [224],
      [240],
      [255],
    ),
    octet,
    octet,
    octet,
  )
  .map(([[a, b, c], x, y, z]) => [a, b ?? x, c ?? y, z] as const);

type IPv4 = readonly [number, number, number, number];

const asHex = ([a, b, c, d]: IPv4) => `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
const tail = (groups: number) =>
  fc.array(group, { minLength: groups, maxLength: groups }).map((parts) => parts.map((n) => n.toString(16)).join(':'));

/** IPv6 addresses of no public host, including those with an embedded IPv4 address. */
export const privateIPv6 = fc.oneof(
  fc.constantFrom('::', '::1', '0:0:0:0:0:0:0:1', '::0001', 'fd00:ec2::254'),
  privateIPv4.map((v4) => `::ffff:${v4.join('.')}`),
  privateIPv4.map((v4) => `::ffff:${asHex(v4)}`),
  privateIPv4.map((v4) => `::${v4.join('.')}`),
  privateIPv4.map((v4) => `64:ff9b::${asHex(v4)}`),
  privateIPv4.map((v4) => `64:ff9b:1::${asHex(v4)}`),
  privateIPv4.map((v4) => `2002:${asHex(v4)}::1`),
  privateIPv4.map((v4) => `2001:0:${asHex(v4)}:0:0:0:1`),
  tail(7).map((rest) => `fc00:${rest}`),
  tail(7).map((rest) => `fdff:${rest}`),
  tail(7).map((rest) => `fe80:${rest}`),
  tail(7).map((rest) => `febf:${rest}`),
  tail(7).map((rest) => `fec0:${rest}`),
  tail(7).map((rest) => `ff02:${rest}`),
  tail(6).map((rest) => `2001:db8:${rest}`),
  tail(4).map((rest) => `100::${rest}`),
);

/** Forms in which URLs may write an IPv4 address. */
const writtenIPv4 = privateIPv4.chain((v4) => {
  const [a, b, c, d] = v4;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  return fc.constantFrom(
    v4.join('.'),
    `${v4.join('.')}.`,
    String(number),
    `0x${number.toString(16)}`,
    v4.map((part) => `0${part.toString(8)}`).join('.'),
    v4.map((part) => `0x${part.toString(16)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [...v4.join('.')].map((sign) => (sign === '.' ? '。' : String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))).join(''),
  );
});

/** URLs of this machine, of its network or of no host, in any form. */
export function privateAddress(canaryPort: number): fc.Arbitrary<string> {
  const host = fc.oneof(
    writtenIPv4,
    privateIPv6.map((v6) => `[${v6}]`),
  );
  const port = fc.constantFrom('', ':80', ':443', `:${canaryPort}`, ':22', ':6379');
  return fc
    .tuple(fc.constantFrom('http', 'https'), fc.constantFrom('', 'user:word@'), host, port)
    .map(([scheme, user, name, at]) =>
      Buffer.from(`${scheme}://${user}${name}${at}/latest/meta-data/`).toString('latin1'),
    );
}
