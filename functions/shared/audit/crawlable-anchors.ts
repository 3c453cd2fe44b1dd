import { markup } from '../page/anchor.ts';
import { finding, type AnchorAudit } from './audit.ts';

/** Attributes that make no sense without `href`: with one of them an anchor is no placeholder. */
const LINK_ATTRIBUTES = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy'];

export const crawlableAnchors: AnchorAudit = {
  id: 'crawlable-anchors',
  title: 'Links can be crawled',
  weight: 1,
  judgeAnchor(anchor, { url }) {
    const { attributes } = anchor.element;
    const fail = (reason: string) => finding(reason, { element: markup(anchor.element) });
    const href = anchor.rawHref.replace(/\s/g, '');
    if ((attributes.get('role') ?? '').trim() !== '' || href.startsWith('mailto:')) return null;
    if (href === '' && attributes.get('id')) return null;
    if (href.startsWith('file:')) return fail('It leads to a file on the device');
    if (anchor.name.trim() !== '') return null;
    if (!attributes.has('href') && !LINK_ATTRIBUTES.some((name) => attributes.has(name))) {
      const handled = attributes.names().some((name) => name.startsWith('on'));
      return handled ? fail('It has an event handler and no href') : null;
    }
    if (anchor.rawHref === '' && anchor.href() === '') return fail('It has no href');
    if (href.includes('javascript:void') && /javascript:void(?:\(|)0(?:\)|)/.test(href))
      return fail('Its href does nothing');
    const resolved = anchor.httpHost !== null && href === anchor.rawHref;
    return resolved || URL.canParse(href, url) ? null : fail('Its href is not a valid URL');
  },
};
