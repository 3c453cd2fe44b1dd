import { expect, test } from '@jest/globals';
import { elementOf, linkPartsOf } from '../../../../functions/core/analysis/rules/link-element.ts';

const anchor = { to: 'https://a.example/', rel: '' };

test.each([
  ['<a href="/gone">', 'Our offers'],
  ['<a href="/gone">', ''],
  ['<a>', 'A > B'],
  ['<a href="/gone" title="more > less &quot;">', '<b>"quoted">'],
  [`${'<a href="/'.padEnd(199, 'x')}…`, 'Our > "offers'],
  [`${'<a title="> " href="/'.padEnd(199, 'x')}…`, 'Offers'],
])('the parts of a link %s are its opening tag and its text', (tag, text) => {
  expect(linkPartsOf(elementOf({ ...anchor, tag, text }))).toEqual({ tag, text });
});

test.each([null, '<img src="/a.png">', '<article>Text', '<a href="/cut', 'Allow: /'])(
  'an element %s that is not a link has no parts',
  (element) => {
    expect(linkPartsOf(element)).toBeNull();
  },
);
