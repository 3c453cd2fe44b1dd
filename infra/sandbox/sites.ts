import type { Zone } from './dns-server.ts';

/** A path whose response is not just the file of that name. */
export interface SpecialAnswer {
  /** Without one, the file is sent. */
  status?: number;
  headers?: Record<string, string>;
  /** Before the first byte. */
  delayMs?: number;
  /** The file is filled up with blanks to this size. */
  bytes?: number;
}

/** A site of the sandbox; its files are in `sites/<host>/`. */
export interface Site {
  host: string;
  /** Plain http, and `www.`, redirect to https without it. Without it, the server's certificate is for other names. */
  https: boolean;
  headers?: Record<string, string>;
  special?: Record<string, SpecialAnswer>;
}

/** Addresses reserved for documentation (RFC 5737 and 3849): they appear in records and are never connected to. */
const WEB_A = '192.0.2.10';
const WEB_AAAA = '2001:db8::10';

const redirect = (Location: string): SpecialAnswer => ({ status: 301, headers: { Location } });

/**
 * A shop without faults, a Chinese blog, a site whose home page has most of the possible faults, and one with a page for
 * each issue of a whole site: its pages declare in a meta element which issues they have.
 */
export const sites: Site[] = [
  {
    host: 'shop.example',
    https: true,
    headers: {
      'Cache-Control': 'max-age=300',
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': 'camera=(), geolocation=(self), microphone=()',
    },
  },
  {
    host: 'blog.example',
    https: true,
    headers: {
      'Content-Language': 'zh-CN',
      'Strict-Transport-Security': 'max-age=86400',
      'Content-Security-Policy': "default-src 'self'; script-src 'self' 'unsafe-inline'",
      'X-Content-Type-Options': 'nosniff',
    },
    special: { '/': { status: 302, headers: { Location: '/zh/' } } },
  },
  {
    host: 'broken.example',
    https: false,
    headers: {
      'X-Robots-Tag': 'googlebot: nofollow',
      'Strict-Transport-Security': 'max-age=31536000',
      'Content-Security-Policy': 'default-src *; default-src *',
      'X-Content-Type-Options': 'sniff',
      'X-Frame-Options': 'ALLOWALL',
      'Referrer-Policy': 'unsafe-url',
      'Permissions-Policy': 'geolocation=*',
    },
  },
  {
    host: 'faulty.example',
    https: true,
    special: {
      '/old/moved.html': redirect('/about.html'),
      '/old/moved-twice.html': redirect('/old/moved.html'),
      '/old/moved-away.html': redirect('/missing.html'),
      '/old/listed.html': redirect('/about.html'),
      '/circle/one.html': redirect('/circle/two.html'),
      '/circle/two.html': redirect('/circle/one.html'),
      '/gone.html': { status: 410 },
      '/failing.html': { status: 500 },
      '/guarded.html': { status: 403, headers: { 'cf-mitigated': 'challenge' } },
      // Just above the bounds of the issues.
      '/answers/slow.html': { delayMs: 1_850 },
      '/answers/large.html': { bytes: 2_000_100 },
    },
  },
];

export const zone: Zone = {
  'shop.example': {
    A: [WEB_A],
    AAAA: [WEB_AAAA],
    NS: ['ns1.shop.example', 'ns2.shop.example'],
    MX: [
      { preference: 10, exchange: 'mx1.shop.example' },
      { preference: 20, exchange: 'mx2.shop.example' },
    ],
    TXT: ['v=spf1 mx -all'],
    CAA: [{ flags: 0, tag: 'issue', value: 'ca.example' }],
  },
  'www.shop.example': { A: [WEB_A] },
  '_dmarc.shop.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@shop.example'] },
  'blog.example': { A: [WEB_A], NS: ['ns1.blog.example'], TXT: ['v=spf1 -all'] },
  '_dmarc.blog.example': { TXT: ['v=DMARC1; p=none'] },
  'broken.example': { A: [WEB_A], NS: ['ns1.broken.example'] },
  'faulty.example': { A: [WEB_A], NS: ['ns1.faulty.example'] },
  'www.faulty.example': { A: [WEB_A] },
};
