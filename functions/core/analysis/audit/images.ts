import { markup, type Image } from '../page/anchor.ts';
import type { ImageAudit } from './audit.ts';
import { finding } from './messages.ts';

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
export const imageAlt: ImageAudit = {
  id: 'image-alt',
  title: 'Images have an alternative text',
  failureTitle: 'Some images have no alternative text',
  weight: 1,
  severity: 'warning',
  howToFix: 'Describe each image in its alt; leave it empty for decoration.',
  learnMore: 'https://dequeuniversity.com/rules/axe/4.13/image-alt',
  appliesTo(image) {
    return !image.hidden && (!NAMELESS_ROLES.has(role(image)) || isFocusable(image));
  },
  judgeImage(image) {
    const { attributes } = image.element;
    if (isPresentational(image)) return null;
    const alt = attributes.get('alt');
    if (alt !== undefined && /^\s+$/.test(alt)) {
      return finding('blank_alt', { element: markup(image.element) });
    }
    const named = ['aria-label', 'aria-labelledby', 'title'].some((name) => (attributes.get(name) ?? '').trim() !== '');
    if (alt !== undefined || named) return null;
    return finding('no_alt', { element: markup(image.element), url: attributes.get('src') ?? null });
  },
};

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
