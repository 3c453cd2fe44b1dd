import { elementOf } from '../../analysis/rules/link-element.ts';
import type { KeptRule } from '../../analysis/rules/rule.ts';
import type { CheckedTarget, CrawledPage, Finding } from '../../record/crawled-page.ts';
import type { Issue } from './issue.ts';
import { issueOfRule } from './page-rules.ts';

/** In bytes, as sent. */
export const MAX_IMAGE_BYTES = 200 * 1024;

const ABOUT_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors';
const since = '0.3.0';

/**
 * Issues of addresses that a crawl requests only with the options `external` and `resources`. A target is broken if its
 * host has no IP address, or if it responded, to HEAD and to GET, with 4xx other than a refusal or with 5xx
 * (`request-target.ts`).
 */
const RULES: readonly Omit<KeptRule, 'isKept'>[] = [
  {
    id: 'external-broken',
    severity: 'warning',
    title: 'Broken external links',
    impact: 'Visitors who follow the link reach an error instead of the referenced content.',
    howToFix: 'Update the link to a working URL, or remove it.',
    learnMore: ABOUT_ERRORS,
    since,
  },
  {
    id: 'image-broken',
    severity: 'error',
    title: 'Broken images',
    impact: 'Visitors see an empty area or the alt text, and the image is missing from image search.',
    howToFix: 'Correct the URL in src, or restore the image file.',
    learnMore: 'https://developers.google.com/search/docs/appearance/google-images',
    since,
  },
  /** Ahrefs' limit; the length is that of the file as it is sent. */
  {
    id: 'image-large',
    severity: 'warning',
    title: 'Image file size over 200 KB',
    impact: 'Large images delay Largest Contentful Paint (LCP), especially on mobile connections.',
    howToFix: 'Resize the image to its display size, compress it, and serve it as WebP or AVIF.',
    learnMore: 'https://web.dev/articles/choose-the-right-image-format',
    since,
  },
  {
    id: 'stylesheet-broken',
    severity: 'error',
    title: 'Broken CSS files',
    impact: 'Visitors see the page without its layout, and search engines cannot render it correctly.',
    howToFix: 'Correct the URL of the stylesheet, or restore the file.',
    learnMore: ABOUT_ERRORS,
    since,
  },
  {
    id: 'script-broken',
    severity: 'error',
    title: 'Broken JavaScript files',
    impact: 'Functions that depend on the script fail, and search engines cannot index content that it renders.',
    howToFix: 'Correct the URL of the script, or restore the file.',
    learnMore: ABOUT_ERRORS,
    since,
  },
];

export const targetIssues: readonly Issue[] = RULES.map((rule) =>
  issueOfRule({ ...rule, isKept: true }, [rule.id === 'external-broken' ? 'external' : 'resources']),
);

/**
 * Adds what the outcomes of external targets and resources show on a page, as findings.
 *
 * @param page with its anchors and resources
 * @param targets outcomes, by address
 * @param external the external targets among them: a link may also lead to a resource
 */
export function withTargetFindings(
  page: CrawledPage,
  targets: ReadonlyMap<string, CheckedTarget>,
  external: ReadonlySet<string>,
): CrawledPage {
  const { facts, anchors, resources = [] } = page;
  if (!facts || targets.size === 0) return page;
  const found = [
    ...anchors
      .filter(({ to }) => external.has(to))
      .map((anchor) => ({ id: 'external-broken', to: anchor.to, element: elementOf(anchor) })),
    ...resources.map(({ kind, to, tag }) => ({ id: `${kind}-broken`, to, element: tag })),
  ].flatMap(({ id, to, element }): { id: string; item: Finding }[] => {
    const target = targets.get(to);
    const finding = { target: to, element };
    if (target?.state === 'broken') return [{ id, item: { ...finding, value: target.end?.url ?? null } }];
    if (id !== 'image-broken' || !isLarge(target)) return [];
    return [{ id: 'image-large', item: { ...finding, value: target!.bytes, expected: MAX_IMAGE_BYTES } }];
  });
  const added = [...Map.groupBy(found, ({ id }) => id)].map(([id, items]) => ({
    id,
    items: items.map(({ item }) => item),
  }));
  return { ...page, facts: { ...facts, findings: [...facts.findings, ...added] } };
}

function isLarge(target: CheckedTarget | undefined): boolean {
  const status = target?.end?.status ?? target?.http_status;
  return status === 200 && (target?.bytes ?? 0) > MAX_IMAGE_BYTES;
}
