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
  { host: 'shop.example', https: true, headers: { 'Cache-Control': 'max-age=300' } },
  {
    host: 'blog.example',
    https: true,
    headers: { 'Content-Language': 'zh-CN' },
    special: { '/': { status: 302, headers: { Location: '/zh/' } } },
  },
  { host: 'broken.example', https: false, headers: { 'X-Robots-Tag': 'googlebot: nofollow' } },
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
