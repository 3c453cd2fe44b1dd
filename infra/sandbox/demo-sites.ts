/** An audit of the home page that fails, with the number of its items. */
export type Fault = `${FaultId}:${number}`;
type FaultId = 'meta-description' | 'document-title' | 'link-text' | 'image-alt' | 'crawlable-anchors' | 'is-crawlable';

/** A site of the demo portfolio. Its pages are generated. */
export interface DemoSite {
  host: string;
  title: string;
  /** Tranco rank a year ago, and what it is multiplied with until today. */
  rank: [number, number];
  /** Faults of the home page since so many days ago; those of the fewest days are today's. */
  faults: Record<number, Fault[]>;
  /** Number of missing addresses that guides of the site link to: they determine its health. */
  brokenLinks: number;
  /** The server answers 503. */
  isDown?: true;
}

const NO_DESCRIPTION = 'meta-description:0';
const NO_TITLE = 'document-title:0';
const UNTITLED: FaultId[] = ['document-title', 'meta-description'];
const NOINDEX = 'is-crawlable:1';

/** The sites of the demo portfolio, which the runner loads on request; all have invented names and values. */
export const demoSites: DemoSite[] = [
  site('alpine-huts', 'Alpine huts', [210_000, 0.6], {
    365: ['link-text:6', 'image-alt:4'],
    120: ['link-text:6'],
    40: [],
  }),
  site('bike-atlas', 'Bike atlas', [480_000, 1.1], { 365: [], 5: [NO_DESCRIPTION, 'link-text:8', 'image-alt:3'] }),
  site('cedar-press', 'Cedar Press', [940_000, 0.9], { 365: [NO_DESCRIPTION], 200: [] }),
  site('city-gardens', 'City gardens', [120_000, 1], { 365: ['image-alt:9'], 20: ['image-alt:9', 'link-text:2'] }),
  site('dune-camp', 'Dune camp', [350_000, 0.7], {
    365: [NO_TITLE, NO_DESCRIPTION, 'image-alt:7'],
    260: [NO_DESCRIPTION, 'image-alt:7'],
    90: ['image-alt:2'],
  }),
  site('ferry-times', 'Ferry times', [88_000, 1.2], { 365: ['link-text:3'] }, true),
  site('field-notes', 'Field notes', [1_400_000, 0.5], { 365: ['link-text:12', NO_DESCRIPTION], 60: ['link-text:12'] }),
  site('harbour-coffee', 'Harbour coffee', [660_000, 0.8], { 365: [], 2: [NOINDEX] }),
  site('hillside-music', 'Hillside music', [720_000, 1], { 365: ['crawlable-anchors:5'], 150: [] }),
  site('kite-school', 'Kite school', [1_100_000, 1], { 365: ['image-alt:6', NO_DESCRIPTION] }),
  site('lantern-books', 'Lantern books', [57_000, 0.9], { 365: [] }),
  site('linen-studio', 'Linen studio', [830_000, 1.3], {
    365: [],
    70: ['link-text:4'],
    25: ['link-text:4', NO_DESCRIPTION],
  }),
  site('maple-bakery', 'Maple bakery', [990_000, 0.7], { 365: [NO_TITLE, 'image-alt:12'], 6: ['image-alt:12'] }),
  site('night-trains', 'Night trains', [41_000, 0.8], { 365: [NO_DESCRIPTION], 310: [] }),
  site('north-tools', 'North tools', [300_000, 1], {
    365: ['link-text:5', 'crawlable-anchors:3'],
    80: ['link-text:5'],
  }),
  site('orchard-farm', 'Orchard farm', [1_250_000, 1], { 365: ['image-alt:8', 'link-text:7', NO_DESCRIPTION] }),
  site('paper-boats', 'Paper boats', [540_000, 1.1], { 365: ['image-alt:1'], 3: ['image-alt:1', NO_TITLE] }),
  site('river-maps', 'River maps', [150_000, 0.9], { 365: [], 180: ['crawlable-anchors:2'], 12: [] }),
  site('stone-oven', 'Stone oven', [770_000, 1], { 365: [NO_DESCRIPTION, NO_TITLE, 'link-text:9', 'image-alt:5'] }),
  site('willow-clinic', 'Willow clinic', [430_000, 0.9], { 365: ['link-text:2'], 30: [] }),
];

/** Sites with broken links; all others have none. */
function brokenLinksOf(name: string): number {
  const counts: Record<string, number> = {
    'bike-atlas': 1,
    'city-gardens': 4,
    'dune-camp': 2,
    'field-notes': 7,
    'hillside-music': 1,
    'kite-school': 3,
    'linen-studio': 1,
    'orchard-farm': 9,
    'stone-oven': 5,
  };
  return counts[name] ?? 0;
}

function site(
  name: string,
  title: string,
  rank: [number, number],
  faults: DemoSite['faults'],
  isDown?: true,
): DemoSite {
  const host = `demo-${name}.example`;
  return { host, title, rank, faults, brokenLinks: brokenLinksOf(name), ...(isDown && { isDown }) };
}

/** Returns the faults of a site so many days ago. */
export function faultsOn({ faults }: DemoSite, daysAgo: number): Fault[] {
  // Keys that are whole numbers are in ascending order.
  return Object.entries(faults).find(([since]) => Number(since) >= daysAgo)?.[1] ?? [];
}

/** What the guides of a site were like before its last changes. */
interface Earlier {
  /** Numbers of the guides without title and meta description, which they have since. */
  untitled: number[];
  brokenLinks: number;
}

/** The sites with an earlier version, of which two crawls are made. Their home pages have not changed. */
const EARLIER: Record<string, Earlier> = {
  'demo-city-gardens.example': { untitled: [5, 6], brokenLinks: 1 },
  'demo-field-notes.example': { untitled: [8, 9], brokenLinks: 9 },
};

export const hasEarlierVersion = ({ host }: DemoSite) => Object.hasOwn(EARLIER, host);

/** Hosts of the sites that are in their earlier version. */
const inEarlierVersion = new Set<string>();

/** Serves a site in its earlier version, until it is called again. */
export function showEarlierVersion({ host }: DemoSite, isEarlier: boolean): void {
  if (isEarlier) inEarlierVersion.add(host);
  else inEarlierVersion.delete(host);
}

/** Number of pages besides the home page. */
const PAGES = 9;

/**
 * Returns a page of a site.
 *
 * @returns `null`: there is none at this path
 */
export function demoPage(demo: DemoSite, path: string): { status: number; type: string; body: string } | null {
  if (demo.isDown) return { status: 503, type: 'text/plain; charset=utf-8', body: 'Under maintenance' };
  if (path === '/robots.txt')
    return { status: 200, type: 'text/plain; charset=utf-8', body: 'User-agent: *\nAllow: /\n' };
  const number = path === '/' ? 0 : Number(/^\/guide\/(\d)$/.exec(path)?.[1] ?? NaN);
  if (Number.isNaN(number) || number > PAGES) return null;
  return { status: 200, type: 'text/html; charset=utf-8', body: pageOf(demo, number) };
}

function pageOf(demo: DemoSite, number: number): string {
  const now = faultsOn(demo, 0);
  // Pages of a site share some of its faults.
  const faults = new Map(
    (number === 0 ? now : now.filter((_, index) => (index + number) % 2 === 0)).map((fault) => {
      const [id, items] = fault.split(':') as [FaultId, string];
      return [id, Number(items)];
    }),
  );
  const earlier = inEarlierVersion.has(demo.host) ? EARLIER[demo.host] : undefined;
  if (earlier?.untitled.includes(number)) for (const id of UNTITLED) faults.set(id, 0);
  const { brokenLinks } = earlier ?? demo;
  const times = (id: FaultId, text: (index: number) => string) =>
    Array.from({ length: faults.get(id) ?? 0 }, (_, index) => text(index)).join('');
  const name = number === 0 ? demo.title : `${demo.title}, guide ${number}`;
  const url = `https://${demo.host}${number === 0 ? '/' : `/guide/${number}`}`;
  const guides = Array.from(
    { length: PAGES },
    (_, index) => `<li><a href="/guide/${index + 1}">Guide ${index + 1}</a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
${faults.has('document-title') ? '' : `<title>${name}: demo site of the sandbox</title>`}
${faults.has('meta-description') ? '' : `<meta name="description" content="${name}: an invented site of the demo portfolio, with pages that have some of the usual faults.">`}
${faults.has('is-crawlable') ? '<meta name="robots" content="noindex">' : ''}
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="${url}"></head>
<body><h1>${name}</h1><p>This site is part of the demo portfolio of the sandbox. Its text is invented for page ${number}.</p>
<ul>${guides.join('')}</ul>
${times('link-text', () => '<p><a href="/guide/1">click here</a></p>')}
${times('image-alt', (index) => `<img src="/pictures/${index}.png" width="40" height="30">`)}
${times('crawlable-anchors', () => '<p><a onclick="openPage()">Opening hours</a></p>')}
${number >= 1 && number <= brokenLinks ? `<p><a href="/prices/${number}">Prices of last year</a></p>` : ''}
</body></html>`;
}
