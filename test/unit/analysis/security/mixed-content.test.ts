import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as schema from '../../../../functions/core/record/schema.ts';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { srcsetAddresses } from '../../../../functions/core/analysis/security/mixed-content.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

const X = 'http://cdn.example/x';

function mixedOf(html: string, url = 'https://site.example/', headers: [string, string][] = []) {
  const { security } = analysePage(served(html, { url, headers }), NO_ROBOTS, NOW);
  return schema.securityHeaders.parse(security).mixed_content;
}
const NONE = { blockable: 0, upgradeable: 0, urls: [], urls_total: 0 };

describe('browsers block', () => {
  test.each([
    `<script src=${X}></script>`,
    `<script type=module src=${X}></script>`,
    `<script type="text/JavaScript" src=${X}></script>`,
    `<link rel=stylesheet href=${X}>`,
    `<link rel="alternate stylesheet" href=${X}>`,
    `<link rel=modulepreload href=${X}>`,
    `<link rel=prefetch href=${X}>`,
    `<link rel=manifest href=${X}>`,
    `<link rel=preload as=script href=${X}>`,
    `<link rel=preload as=font href=${X}>`,
    `<link rel=preload as=image imagesrcset="${X} 2x">`,
    `<iframe src=${X}></iframe>`,
    `<frameset><frame src=${X}></frameset>`,
    `<object data=${X}></object>`,
    `<embed src=${X}>`,
    `<video><track src=${X}></video>`,
    `<img srcset="${X} 2x">`,
    `<img srcset="/y 2x" src=${X}>`,
    `<picture><source srcset=${X}></picture>`,
    `<picture><img src=${X}></picture>`,
    `<svg><script href=${X}></script></svg>`,
    `<img src=http://192.0.2.1/x>`,
    `<img src=http://[2001:db8::1]/x>`,
  ])('%s', (html) => {
    expect(mixedOf(html)).toMatchObject({ blockable: 1, upgradeable: 0, urls_total: 1 });
  });
});

describe('browsers upgrade to https', () => {
  test.each([
    `<img src=${X}>`,
    `<image src=${X}>`,
    `<input type=IMAGE src=${X}>`,
    `<audio src=${X}></audio>`,
    `<video src=${X}></video>`,
    `<video poster=${X}></video>`,
    `<video><source src=${X}></video>`,
    `<audio><source src=${X}></audio>`,
    `<link rel="shortcut icon" href=${X}>`,
    `<link rel=preload as=image href=${X}>`,
    `<svg><image href=${X} /></svg>`,
    `<svg><image xlink:href=${X} /></svg>`,
    `<svg><feImage href=${X} /></svg>`,
    `<body background=${X}>`,
    `<table><td background=${X}></table>`,
  ])('%s', (html) => {
    expect(mixedOf(html)).toEqual({ blockable: 0, upgradeable: 1, urls: [X], urls_total: 1 });
  });
});

describe('is not mixed content:', () => {
  test.each([
    `<a href=${X}>x</a>`,
    `<form action=${X}></form>`,
    `<link rel=canonical href=${X}>`,
    `<link rel=alternate hreflang=de href=${X}>`,
    `<link rel=preconnect href=${X}>`,
    `<link rel=preload href=${X}>`,
    `<script type="application/json" src=${X}></script>`,
    `<script nomodule src=${X}></script>`,
    `<noscript><img src=${X}></noscript>`,
    `<template><img src=${X}></template>`,
    `<!-- <img src=${X}> -->`,
    `<img data-src=${X}>`,
    `<input src=${X}>`,
    `<source src=${X}>`,
    `<picture><source src=${X}></picture>`,
    `<img src=//cdn.example/x>`,
    `<img src=https://cdn.example/x>`,
    `<img src=data:image/png,http:>`,
    `<img src=http://localhost/x>`,
    `<img src=http://a.localhost/x>`,
    `<img src=http://127.0.0.1/x>`,
    `<img src=http://[::1]/x>`,
    `<img src=http://>`,
    `<img src="">`,
  ])('%s', (html) => {
    expect(mixedOf(html)).toEqual(NONE);
  });
});

test('addresses are those that a URL parser reads, as written', () => {
  const html = `<img src="  HTTP://cdn.example/a"><img src="h\nttp:\\\\cdn.example/b"><img src="http:cdn.example/c">`;
  expect(mixedOf(html)?.urls).toEqual(['HTTP://cdn.example/a', 'h\nttp:\\\\cdn.example/b', 'http:cdn.example/c']);
});

test('a base over http makes relative addresses mixed content', () => {
  expect(mixedOf(`<base href=http://cdn.example/><img src=a.png><script src=/b.js></script>`)).toEqual({
    blockable: 1,
    upgradeable: 1,
    urls: ['/b.js', 'a.png'],
    urls_total: 2,
  });
});

test('an address counts once, as blockable if one of its uses is', () => {
  const html = `<img src=${X}><img src=${X}><iframe src=${X}></iframe><img src=${X}2>`;
  expect(mixedOf(html)).toEqual({ blockable: 1, upgradeable: 1, urls: [X, `${X}2`], urls_total: 2 });
});

test('mixed content is null for a page over http', () => {
  expect(mixedOf(`<img src=${X}>`, 'http://site.example/')).toBeNull();
});

test('upgrade-insecure-requests prevents mixed content, unless the policy is report-only', () => {
  const html = `<iframe src=${X}></iframe>`;
  const policy = "default-src 'self'; Upgrade-Insecure-Requests";
  expect(mixedOf(html, undefined, [['content-security-policy', policy]])).toEqual(NONE);
  expect(mixedOf(`<meta http-equiv=content-security-policy content="${policy}">${html}`)).toEqual(NONE);
  expect(mixedOf(html, undefined, [['content-security-policy-report-only', policy]])?.blockable).toBe(1);
});

test('all addresses are counted, and the first 100 are listed', () => {
  const html = Array.from({ length: 150 }, (_, index) => `<img src=http://cdn.example/${index}>`).join('');
  const mixed = mixedOf(html)!;
  expect([mixed.upgradeable, mixed.urls_total, mixed.urls.length]).toEqual([150, 150, 100]);
});

describe('srcset', () => {
  test.each([
    ['a.png', ['a.png']],
    [' a.png 1x , b.png 2x ', ['a.png', 'b.png']],
    ['a.png,b.png', ['a.png,b.png']],
    ['a.png, b.png', ['a.png', 'b.png']],
    ['a.png 1x,b.png 2x', ['a.png', 'b.png']],
    ['a,b.png 100w, c.png', ['a,b.png', 'c.png']],
    [',,a.png,,', ['a.png']],
    ['', []],
    [' , ', []],
  ])('%s', (srcset, addresses) => {
    expect(srcsetAddresses(srcset)).toEqual(addresses);
  });

  test('addresses are found with any separators', () => {
    const address = fc.stringMatching(/^[a-z][a-z/:.,]{0,8}[a-z]$/);
    const descriptor = fc.constantFrom(' 1x', ' 2x ', '\n300w\t100h');
    fc.assert(
      fc.property(fc.array(fc.tuple(address, descriptor)), fc.constantFrom(',', ', ', ',,\n'), (candidates, comma) => {
        const srcset = candidates.map((candidate) => candidate.join('')).join(comma);
        expect(srcsetAddresses(srcset)).toEqual(candidates.map(([written]) => written));
      }),
    );
  });

  test.each([',', ' ', 'a', 'a,', 'a ', ', '])('five megabytes of "%s" are read in linear time', (part) => {
    expect(srcsetAddresses(part.repeat(5_000_000 / part.length))).toBeDefined();
  });
});
