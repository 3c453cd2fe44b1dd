import type { Zone } from './dns-server.ts';

/** A path whose response is not the file of that name. */
export interface SpecialAnswer {
  status: number;
  headers?: Record<string, string>;
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

/** A shop without faults, a Chinese blog, and a site with most of the possible faults. */
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
};
