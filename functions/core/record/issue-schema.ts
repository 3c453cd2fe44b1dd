import { z } from 'zod';

/** Occurrences of issues, of pages and of sites; see `schema.ts` for its conventions. No function loads it. */
export const severity = z
  .enum(['error', 'warning', 'notice'])
  .describe(
    'error: keeps a page out of search or breaks it for a visitor; warning: costs rankings, clicks or crawling; notice: ' +
      'hygiene or information',
  );

const address = z.string();
const status = z.int().nullable();

/** A row of `/api/v1/seo/site/issues`, and of `issues` of a record and of a page. */
export const issueRow = z.strictObject({
  issue: z.string().describe('Id of the issue, as in /api/v1/seo/issues'),
  severity,
  url: address.describe('Address of the page with the issue, in normal form'),
  target: address
    .nullable()
    .describe(
      'The other address, if there is one: of a broken link, a canonical or alternate version; the final target of a redirect',
    ),
  status: status.describe(
    'HTTP status of target, or of url if target is null; null: it was not requested or did not respond',
  ),
  element: z.string().nullable().describe('Opening tag and text of the element, at most 300 characters'),
  value: z.union([z.string(), z.number()]).nullable().describe('Value that was found'),
  expected: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('Value that it should have, or the limit that it exceeds'),
  related: z
    .array(address)
    .max(10)
    .describe('Other pages: those with the same title or text, or the hops of a chain in order'),
});
