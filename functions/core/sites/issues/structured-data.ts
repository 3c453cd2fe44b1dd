import { checkIssue } from './checks.ts';
import { type Issue, pagesWhose } from './issue.ts';

const ABOUT = 'https://developers.google.com/search/docs/appearance/structured-data';

/** A JSON-LD block that is not JSON. As for Ahrefs and Screaming Frog, what prevents a rich result is an error. */
const invalid = checkIssue({
  id: 'structured-data-invalid',
  severity: 'error',
  title: 'Structured data cannot be parsed',
  howToFix: 'Correct the JSON at the line and column. Search engines ignore the whole block.',
  learnMore: `${ABOUT}/intro-structured-data`,
  since: '0.2.0',
});

/** Issues of the structured data of single pages, in JSON-LD. */
export const structuredDataIssues: readonly Issue[] = [
  {
    ...invalid,
    find: (site) => pagesWhose(site, ({ structured_data_errors }) => structured_data_errors > 0),
    evidence: (site) => (page) => {
      const evidence = invalid.evidence!(site)(page);
      // Of a page with very much structured data, and of one that 0.2 stored, only the number of errors is known.
      return evidence.length > 0 ? evidence : [{ value: page.facts.structured_data_errors, expected: 0 }];
    },
  },
  checkIssue({
    id: 'structured-data-required-missing',
    severity: 'error',
    title: "Structured data lacks required properties of Google's rich results",
    howToFix:
      'Add the properties with valid values. Google shows no rich result for an entity without its required properties.',
    learnMore: `${ABOUT}/search-gallery`,
    since: '0.3.0',
  }),
  checkIssue({
    id: 'structured-data-unknown-type',
    severity: 'warning',
    title: 'Structured data has a type that schema.org does not define',
    howToFix: 'Correct the type; names are case-sensitive. Search engines ignore entities of unknown types.',
    learnMore: 'https://schema.org/docs/full.html',
    since: '0.3.0',
  }),
  checkIssue({
    id: 'structured-data-contradictory',
    severity: 'warning',
    title: 'Structured data describes one entity (@id) in contradictory ways',
    howToFix:
      'Give different entities different @id values, or the same entity the same values. Search engines merge all objects with one @id.',
    learnMore: 'https://www.w3.org/TR/json-ld11/#node-identifiers',
    since: '0.3.0',
  }),
  checkIssue({
    id: 'structured-data-recommended-missing',
    severity: 'notice',
    title: "Structured data lacks recommended properties of Google's rich results",
    howToFix: 'Add the properties that apply. They make rich results more complete and more likely.',
    learnMore: `${ABOUT}/search-gallery`,
    since: '0.3.0',
  }),
];
