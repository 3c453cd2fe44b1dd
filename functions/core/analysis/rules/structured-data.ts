import { keptOf, type PageRule } from './rule.ts';

const ABOUT = 'https://developers.google.com/search/docs/appearance/structured-data';

/** Rules about structured data in JSON-LD. */
export const structuredDataRules: readonly PageRule[] = [
  /** A block that is not JSON. */
  {
    id: 'structured-data-invalid',
    severity: 'warning',
    title: 'JSON-LD parse error',
    impact: 'Search engines ignore the whole block, so that its rich results are not shown.',
    howToFix: 'Correct the JSON syntax at the reported line and column.',
    learnMore: `${ABOUT}/intro-structured-data`,
    find({ facts }) {
      if (facts.structured_data_errors === 0) return [];
      const kept = keptOf(facts, 'structured-data-invalid');
      // Of a page with very much structured data, only the number of errors is known.
      return kept.length > 0 ? kept : [{ value: facts.structured_data_errors, expected: 0 }];
    },
  },
  {
    isKept: true,
    id: 'structured-data-required-missing',
    severity: 'warning',
    title: 'Rich result validation error (required properties missing)',
    impact: 'Google does not show a rich result for the item.',
    howToFix: 'Add the missing properties with valid values, and verify the page with the Rich Results Test.',
    learnMore: `${ABOUT}/search-gallery`,
    since: '0.3.0',
  },
  {
    isKept: true,
    id: 'structured-data-unknown-type',
    severity: 'warning',
    title: 'Unknown schema.org type',
    impact: 'Search engines ignore items of a type that schema.org does not define.',
    howToFix: 'Correct the type; the names of types are case-sensitive, for example Product.',
    learnMore: 'https://schema.org/docs/full.html',
    since: '0.3.0',
  },
  {
    isKept: true,
    id: 'structured-data-contradictory',
    severity: 'warning',
    title: 'Conflicting structured data for the same @id',
    impact: 'Search engines merge all objects with the same @id, and may show wrong values.',
    howToFix: 'Use a different @id for each entity, or the same values wherever an @id is repeated.',
    learnMore: 'https://www.w3.org/TR/json-ld11/#node-identifiers',
    since: '0.3.0',
  },
  {
    isKept: true,
    id: 'structured-data-retired',
    severity: 'notice',
    title: 'Structured data of a retired rich result',
    impact: 'Google no longer shows the rich result for which the markup was made; rankings are not affected.',
    howToFix:
      'Do not expect a rich result from this markup. It remains valid schema.org, and can stay for other services that read it.',
    learnMore: 'https://developers.google.com/search/updates',
    since: '0.4.0',
  },
  {
    isKept: true,
    id: 'structured-data-recommended-missing',
    severity: 'notice',
    title: 'Rich result validation warning (recommended properties missing)',
    impact: 'The rich result contains less information and is less likely to be shown.',
    howToFix: 'Add the recommended properties that apply to the item.',
    learnMore: `${ABOUT}/search-gallery`,
    since: '0.3.0',
  },
];
