import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPORA } from '../../corpora/packages.ts';
import { PEERS } from '../peers.ts';

/** A page as a site served it. */
export interface RealPage {
  name: string;
  body: Uint8Array;
}

/** Front pages and articles of news sites, 13 to 396 KB: every thirteenth of the package's 258 by size. */
const NEWS = [
  'b7660c4d40274010176c79271f7ed0c2d4612fa2a68efb92b30cfe68cc400e5e',
  'e2ee917435d8b5680aed5a9a887ca48768063b4f72bbfa7e5cb803eb55645c5d',
  '83c362b1373f55d45fdad0edee4d2885cafd0da3f2afb146cf2822448c3c4104',
  '91a36e049f1333ca254331009fff8aba4b3568e05e52a806841678506b0f5010',
  'e9ccec3231ffdb47f7f9bd20bd942fcdb7b9f13ba7317cc211dc204040fd8790',
  'fe32bd9876a32fd93d180c282959cc80bc5349f8b5eeae759eb5f5c801536847',
  '22c0f41ae560968de5e6b0ef9ecffffeae3f409aa73d9b82853f65535116f68f',
  'b415b9e79addcb85b582c5556dbdf2f23aeb1189f4e79aef2c2ff6440245d77c',
  '8a701b6ec1c56e2c37357030da0b4b10af4187f069a988e12c2f91d2ba40cdc1',
  '8172f708c00419226cbe0848dd3bcf153f076a6eda9802446790a926c26c97b3',
  '5020d8de60d27540f02da75535adb8f922a62e3d49d6d84845d70f19b84cf096',
  'a75ad1c11e404b0d8e803333a387cfc1772acfebef73e600aa6e2b31cf80fce7',
  'bfcf4f21f2345a0148db4f474d6ee3505f763471c4084770d2d1bfb316cdbff2',
  '8d612a03fa42a2fb014b59534c46c9590da90fbeb91ac50938cdfa36dd274e23',
  'af85fcc561166d0c28caf2ed6765c36d604749e715d3dfa48f4b0b6d5dc2a2d4',
  'c3d7e515974f6773f15e663f3392e9ec5bb8ffe9e064c58a8f1a2eeeb2319a70',
  'c34f3cea1bdcd61b261efe1e240c28119e51b511d948522a7b67f2dfb516b2af',
  '4f454cb97e9b77d94c10ed8a6a35cd2eff1671de9d3d27852a38abd76a95be83',
  'c052ce8cb37bf4a18619b19a7db1ab74f12839f85764b19798d801bc2f277267',
  '74e8bc94abea7c60f022d8d3f672f80e59e3e126735fae0b5ee5914ff2fce48e',
];

/** Pages of search engines, portals and an encyclopedia, 30 to 523 KB. */
const PORTALS = 'hacker_news baidu arabic_newspapers bbc xinhua google yahoo wikipedia'.split(' ');

/** Pages of a manual, 5 to 53 KB. */
const MANUAL = [
  'commands/npm-ping',
  'commands/npm-org',
  'commands/npm-pack',
  'commands/npm-token',
  'using-npm/dependency-selectors',
  'configuring-npm/npm-json',
];

/** The HTML standard on one page, 8 MB. */
const STANDARD = join(PEERS, 'gumbo-parser/deps/gumbo-parser/benchmarks/html5_spec.html');

/** @returns 35 pages, 5 KB to 3 MB; the packages that they are in are pinned by lock files */
export function realPages(): RealPage[] {
  const files = [
    ...NEWS.map((name) => join(CORPORA, 'htmlparser-benchmark/files', `${name}.html`)),
    ...PORTALS.map((name) => join(PEERS, 'gumbo-parser/deps/gumbo-parser/benchmarks', `${name}.html`)),
    ...MANUAL.map((name) => join(PEERS, 'npm/docs/output', `${name}.html`)),
  ];
  const pages = files.map((name) => ({ name, body: readFileSync(name) }));
  return [...pages, { name: STANDARD, body: hugePage(3_000_000) }];
}

/** @returns the beginning of the HTML standard, cut as the crawler cuts what is longer than it reads */
export function hugePage(bytes: number): Uint8Array {
  return new Uint8Array(readFileSync(STANDARD).subarray(0, bytes));
}
