import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldsParameter } from '../../../../functions/core/platform/http/fields-parameter.ts';
import { readParameters } from '../../../../functions/core/platform/http/parameters.ts';
import { apiEvent } from '../../../support/api-event.ts';

const members = {
  seo_score: null,
  updated_at: null,
  audit: { score: null, audits: { title: null } },
  page: { title: null, lang: null },
  popularity: null,
};
const schema = z.object({ fields: fieldsParameter(members, 'updated_at', 'seo_score') });
const read = (fields: string) => readParameters(apiEvent(`fields=${encodeURIComponent(fields)}`), schema).fields;

test('fields accepts names of members, and an empty value counts as not given', () => {
  expect(read('page.title, seo_score')).toBe('page.title, seo_score');
  expect(read('')).toBeUndefined();
});

test.each([
  ['title', 'title is not a member of data; did you mean page.title?'],
  ['PAGE.title', 'PAGE.title is not a member of data; did you mean page.title?'],
  ['pages.Title', 'pages.Title is not a member of data; did you mean page.title?'],
  ['page.titel', 'page.titel is not a member of data; did you mean page.title?'],
  ['Seo_score', 'Seo_score is not a member of data; did you mean seo_score?'],
  ['page,pge,dmarc', 'pge is not a member of data; did you mean page?; dmarc is not a member of data'],
  ['page.title.x', 'page.title.x is not a member of data; did you mean page.title?'],
  [',', 'must name 1 to 50 members'],
  [Array(51).fill('page').join(','), 'must name 1 to 50 members'],
])('%s is rejected with the most similar member', (fields, message) => {
  expect(() => read(fields)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ param: 'fields', message })] }),
  );
});
