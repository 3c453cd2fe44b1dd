import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** A JSON-LD block that is not JSON. */
export const structuredDataInvalid: Issue = {
  id: 'structured-data-invalid',
  severity: 'warning',
  scope: 'page',
  title: 'Structured data of the page cannot be read',
  howToFix: 'Correct the JSON in the elements <script type="application/ld+json">.',
  learnMore: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  find(site) {
    return htmlPages(site).filter(({ facts }) => facts.structured_data_errors > 0);
  },
};
