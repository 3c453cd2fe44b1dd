import type { CheckDefinition } from '../../analysis/checks/check.ts';
import type { CheckedTarget, CheckFinding, CrawledPage } from '../../record/crawled-page.ts';
import { checkIssue } from './checks.ts';
import { elementOf, type Issue } from './issue.ts';

/** In bytes, as sent. */
export const MAX_IMAGE_BYTES = 200 * 1024;

const ABOUT_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors';
const since = '0.3.0';

/**
 * Issues of addresses that a crawl requests only with the settings `external` and `resources`. A target is broken if its
 * host has no IP address, or if it responded, to HEAD and to GET, with 4xx other than a refusal or with 5xx
 * (`request-target.ts`).
 */
const DEFINITIONS: readonly CheckDefinition[] = [
  {
    id: 'external-broken',
    severity: 'warning',
    title: 'Links to pages of other sites that do not exist',
    howToFix:
      'Correct the address of the link, or remove it. Visitors who follow it see an error, and search engines take many dead links as a sign of a page that nobody maintains.',
    learnMore: ABOUT_ERRORS,
    since,
  },
  {
    id: 'image-broken',
    severity: 'error',
    title: 'Images that cannot be loaded',
    howToFix:
      'Correct the address of the image, or restore the file. Visitors see a gap or the alt text instead, and the image is missing in image search.',
    learnMore: 'https://developers.google.com/search/docs/appearance/google-images',
    since,
  },
  /** Ahrefs' limit; the length is that of the file as it is sent. */
  {
    id: 'image-large',
    severity: 'warning',
    title: 'Images of more than 200 KB',
    howToFix:
      'Send the image in the size in which it is shown, compressed, as WebP or AVIF. Visitors with slow connections wait for it, and the largest image often decides how fast a page seems (LCP).',
    learnMore: 'https://web.dev/articles/choose-the-right-image-format',
    since,
  },
  {
    id: 'stylesheet-broken',
    severity: 'error',
    title: 'Stylesheets that cannot be loaded',
    howToFix:
      'Correct the address of the stylesheet, or restore the file. Visitors see the page without its layout, and search engines may find it unsuitable for mobile devices.',
    learnMore: ABOUT_ERRORS,
    since,
  },
  {
    id: 'script-broken',
    severity: 'error',
    title: 'Scripts that cannot be loaded',
    howToFix:
      'Correct the address of the script, or restore the file. What it does on the page fails for visitors, and search engines cannot see content that it renders.',
    learnMore: ABOUT_ERRORS,
    since,
  },
];

export const targetIssues: readonly Issue[] = DEFINITIONS.map(checkIssue);

/**
 * Adds what the outcomes of external targets and resources show on a page, as findings of checks.
 *
 * @param page with its anchors and resources
 * @param targets outcomes, by address
 */
export function withTargetFindings(page: CrawledPage, targets: ReadonlyMap<string, CheckedTarget>): CrawledPage {
  const { facts, anchors, resources = [] } = page;
  if (!facts || targets.size === 0) return page;
  const found = [
    ...anchors.map((anchor) => ({ id: 'external-broken', to: anchor.to, element: elementOf(anchor) })),
    ...resources.map(({ kind, to, tag }) => ({ id: `${kind}-broken`, to, element: tag })),
  ].flatMap(({ id, to, element }): { id: string; item: CheckFinding }[] => {
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
  return { ...page, facts: { ...facts, failed_checks: [...facts.failed_checks, ...added] } };
}

function isLarge(target: CheckedTarget | undefined): boolean {
  const status = target?.end?.status ?? target?.http_status;
  return status === 200 && (target?.bytes ?? 0) > MAX_IMAGE_BYTES;
}
