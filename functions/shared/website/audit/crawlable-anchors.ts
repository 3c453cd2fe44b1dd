import { markup, type Anchor } from '../page/anchor.ts';
import { AttributeNames } from '../page/attributes.ts';
import { finding, type AnchorAudit, type Finding } from './audit.ts';

/** Attributes that make no sense without `href`: with one of them an anchor is no placeholder. */
const LINK_ATTRIBUTES = new AttributeNames('target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy');

/**
 * Links can be crawled.
 *
 * Passes where every link has an address that a crawler can follow; placeholders without event handlers, anchors with a
 * name or an id, `mailto:` and links with a role count as passed. Fails for `javascript:void(0)`, `file:`, an address
 * that is not valid, and a missing or empty address.
 *
 * @see https://support.google.com/webmasters/answer/9112205
 */
export const crawlableAnchors: AnchorAudit = {
  id: 'crawlable-anchors',
  title: 'Links can be crawled',
  failureTitle: 'Some links cannot be crawled',
  weight: 1,
  judgeAnchor(anchor, { url }) {
    const { attributes } = anchor.element;
    const href = /\s/.test(anchor.rawHref) ? anchor.rawHref.replace(/\s/g, '') : anchor.rawHref;
    if ((attributes.get('role') ?? '').trim() !== '' || href.startsWith('mailto:')) return null;
    if (href === '' && attributes.get('id')) return null;
    if (href.startsWith('file:')) return fail(anchor, 'It leads to a file on the device');
    if (anchor.name.trim() !== '') return null;
    if (!attributes.has('href') && !attributes.hasOneOf(LINK_ATTRIBUTES)) {
      const handled = attributes.names().some((name) => name.startsWith('on'));
      return handled ? fail(anchor, 'It has an event handler and no href') : null;
    }
    if (anchor.rawHref === '' && anchor.href() === '') return fail(anchor, 'It has no href');
    if (href.includes('javascript:void') && /javascript:void(?:\(|)0(?:\)|)/.test(href))
      return fail(anchor, 'Its href does nothing');
    const resolved = anchor.httpHost !== null && href === anchor.rawHref;
    return resolved || URL.canParse(href, url) ? null : fail(anchor, 'Its href is not a valid URL');
  },
};

function fail({ element }: Anchor, reason: string): Finding {
  return finding(reason, { element: markup(element) });
}
