import { characters } from '../../platform/text/text.ts';
import { markup, type Image } from '../page/anchor.ts';
import type { ImageAudit } from './audit.ts';
import { auditItem } from './messages.ts';
import type { PageRule } from './rule.ts';

/** Screaming Frog's filter "Alt text over 100 characters". */
const MAX_ALT = 100;
const MAX_STYLE = 1_000;
const IN_STYLE: Record<string, RegExp> = {
  width: /(?:^|[;\s])width\s*:/i,
  height: /(?:^|[;\s])height\s*:/i,
};

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** ARIA roles that need no accessible name (axe-core's standards). */
const NAMELESS_ROLES = names(
  'alert article banner blockquote caption cell code columnheader complementary contentinfo comment definition deletion directory document emphasis feed figure form grid gridcell group heading insertion list listitem log main marquee math menu menubar mark navigation note paragraph radiogroup region row rowgroup rowheader scrollbar search sectionfooter sectionheader separator status strong subscript superscript suggestion tab table tablist tabpanel term text time timer tooltip tree treegrid',
);
const GLOBAL_ARIA = [
  ...names(
    'aria-actions aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-disabled aria-dropeffect aria-errormessage aria-flowto aria-grabbed aria-haspopup aria-hidden aria-invalid aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription',
  ),
];

/**
 * Images have an alternative text: axe-core's rule image-alt, as far as the markup shows. Style sheets are not read,
 * and `aria-labelledby` is assumed to refer to some text.
 *
 * Passes for an image with `alt` (an empty one marks decoration), an ARIA label or a title, or with the role
 * presentation. Fails for an image without any of them, and for an `alt` of white space. Does not apply without images
 * that count.
 */
const imageAlt: ImageAudit = {
  id: 'image-alt',
  title: 'Images have an alternative text',
  failureTitle: 'Some images have no alternative text',
  weight: 1,
  appliesTo(image) {
    return !image.hidden && (!NAMELESS_ROLES.has(role(image)) || isFocusable(image));
  },
  judgeImage(image) {
    const { attributes } = image.element;
    const alt = attributes.get('alt');
    const isBlank = alt !== undefined && /^\s+$/.test(alt);
    if ((alt !== undefined && !isBlank) || isPresentational(image)) return null;
    const named = ['aria-label', 'aria-labelledby', 'title'].some((name) => (attributes.get(name) ?? '').trim() !== '');
    if (named && !isBlank) return null;
    return auditItem(isBlank ? 'blank_alt' : 'no_alt', { element: markup(image.element), url: addressOf(image) });
  },
};

/** @returns the resolved address; `null` without one */
function addressOf({ element, base }: Image): string | null {
  const src = element.attributes.get('src') ?? '';
  return src === '' ? null : (URL.parse(src, base)?.href ?? null);
}

/** Rules about images. */
export const imageRules: readonly PageRule[] = [
  {
    id: 'image-alt-missing',
    severity: 'warning',
    title: 'Images without alt text',
    impact: 'Screen readers cannot describe the image, and image search lacks the text that describes it.',
    howToFix: 'Describe the content of each image in its alt attribute; use alt="" for decorative images.',
    learnMore: 'https://dequeuniversity.com/rules/axe/4.13/image-alt',
    since: '0.3.0',
    audit: imageAlt,
  },
  {
    id: 'image-alt-long',
    severity: 'notice',
    title: 'Alt text over 100 characters',
    impact: 'Screen readers read the whole text without a pause, and users cannot skip a part of it.',
    howToFix: 'Shorten the alt text to what the image adds, and move longer explanations into the text of the page.',
    learnMore: 'https://www.screamingfrog.co.uk/seo-spider/tutorials/how-to-find-missing-image-alt-text-attributes/',
    since: '0.4.0',
    checkImage({ element }) {
      const alt = element.attributes.get('alt') ?? '';
      const length = alt.length > MAX_ALT ? characters(alt) : 0;
      return length > MAX_ALT ? { element: markup(element), value: length, expected: MAX_ALT } : null;
    },
  },
  /**
   * Lighthouse's audit unsized-images accepts sizes in stylesheets, which are not known here: those of inline styles
   * are. Hidden images and those without an address take no space.
   */
  {
    id: 'image-dimensions-missing',
    severity: 'notice',
    title: 'Images without width and height',
    impact: 'Content moves while images load, which increases Cumulative Layout Shift (CLS).',
    howToFix: 'Add width and height attributes with the pixel size of the image; CSS can still scale it.',
    learnMore: 'https://web.dev/articles/optimize-cls',
    since: '0.3.0',
    checkImage({ element, hidden }) {
      const { attributes } = element;
      const source = attributes.get('src') ?? '';
      if (hidden || source.trim() === '' || /^\s*data:/i.test(source)) return null;
      const missing = ['width', 'height'].filter((name) => !/^\s*\d/.test(attributes.get(name) ?? ''));
      if (missing.length === 0) return null;
      const style = (attributes.get('style') ?? '').slice(0, MAX_STYLE);
      const isSized = missing.every((name) => IN_STYLE[name]!.test(style)) || /aspect-ratio\s*:/i.test(style);
      if (isSized) return null;
      return { element: markup(element), value: `no ${missing.join(' and ')}`, expected: 'width and height' };
    },
  },
];

function role({ element }: Image): string {
  return (element.attributes.get('role') ?? '').trim().toLowerCase();
}

function isFocusable({ element }: Image): boolean {
  return /^\s*[-+]?\d/.test(element.attributes.get('tabindex') ?? '');
}

/**
 * Returns whether an image has the role presentation, which is void if it is focusable or has ARIA attributes
 * (WAI-ARIA).
 */
function isPresentational(image: Image): boolean {
  const explicit = role(image);
  if (explicit !== 'none' && explicit !== 'presentation') return false;
  return !isFocusable(image) && !GLOBAL_ARIA.some((name) => image.element.attributes.has(name));
}
