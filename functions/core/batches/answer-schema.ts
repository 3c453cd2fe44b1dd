/**
 * `data` of the answers of `/api/v1/seo/batches`: source of the check of responses in tests and of the OpenAPI
 * description. No function loads it. The conventions are those of `record/schema.ts`.
 */
import { z } from 'zod';
import { historyAnswer } from '../record/history-schema.ts';
import { domainAnswer } from '../record/schema.ts';
import { lineStatuses } from './batch.ts';

const count = z.int().nonnegative();
const time = z.iso.datetime();

const error = z.strictObject({
  code: z.string().describe('What went wrong, for programs'),
  message: z.string().describe('What went wrong, for people'),
  retryable: z.boolean().describe('The same line may succeed in another batch'),
});

const item = z.strictObject({
  input: z
    .string()
    .nullable()
    .describe('The line as it was given; null where the operator has deleted its domain since'),
  domain: z.string().nullable().describe('The name that the record is kept under; null: the line has none'),
  status: z
    .enum(lineStatuses)
    .describe(
      "done: the domain's own site was read, now or earlier; pending: it is fetched in the background; not_found: the " +
        'name does not exist; failed: it could not be read; invalid: the line is no domain; refused: blocked by the ' +
        'operator, beyond an allowance, cancelled, or not fetched before the batch reached the limit of its work',
    ),
  error: error.nullable().describe('Why the line has no answer, or not all of it'),
  data: domainAnswer
    .nullable()
    .describe('What /seo/query answers, with the chosen members alone; null: nothing is cached'),
  history: historyAnswer
    .nullable()
    .describe(
      'What /seo/history answers for up to 1,000 snapshots, with the chosen members alone; fewer where the line would not ' +
        'fit into one answer. null: it was not asked for, or the line is no domain',
    ),
});

/** `data` of `/api/v1/seo/batches` and `/api/v1/seo/batches/{id}`. */
export const batchAnswer = z.strictObject({
  batch_id: z.string().nullable().describe('Id of the batch; null: all is in this answer, and nothing is stored'),
  created_at: time.describe('When the batch was made'),
  expires_at: time.nullable().describe('When the batch is deleted; null where nothing is stored'),
  totals: z
    .strictObject({
      domains: count.describe('Lines in all'),
      done: count.describe('Whose site was read'),
      pending: count.describe('That are fetched in the background'),
      not_found: count.describe('Whose name does not exist'),
      failed: count.describe('That could not be read'),
      invalid: count.describe('That are no domain'),
      refused: count.describe('That are not fetched'),
    })
    .describe('Lines of the whole batch by their status'),
  poll_after_seconds: count.nullable().describe('After this time it pays to ask again; null: nothing is pending'),
  items: z.array(item).describe('The lines in the order of the request, one for each, duplicates too'),
  next_cursor: z
    .string()
    .nullable()
    .describe('The next page begins behind this one (parameter cursor); null: there are no more lines'),
});
