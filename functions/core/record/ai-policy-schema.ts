/**
 * Schema of `ai_policy`: what a site declares to machines about the use of its content. It belongs to `schema.ts` and has
 * its conventions, with one exception: a member that is not declared is `null`. What could not be read is named in
 * `unread` of the member, which then is not `null`. No function loads it.
 */
import { z } from 'zod';

const text = z.string();
const count = z.int().nonnegative();
/** Maximum number of statements of a member. */
const MAX_STATEMENTS = 20;

const rules = text.describe('Document and version by which the values were read');
const preference = (use: string) =>
  z
    .enum(['allowed', 'disallowed'])
    .nullable()
    .describe(`What the statement declares about ${use}; null: nothing, or not a valid value`);

export const policySource = z.enum(['robots.txt', 'header', 'meta', 'link', 'script', 'file']);
const source = policySource.describe(
  'Where it is declared: robots.txt, a header of the response, a meta, link or script element of the page, or a file of ' +
    'its own',
);
const unread = z
  .array(policySource)
  .describe('Sources that could not be read, so that what they declare is not known; []: all were read');
const written = text.describe('The statement as written; at most 300 characters');
const statements = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_STATEMENTS).describe('The statements, in the order of the sources');
const total = count.describe('Total number of statements; the list contains the first of them');

const usage = z.strictObject({
  source,
  user_agents: z
    .array(text)
    .max(MAX_STATEMENTS)
    .nullable()
    .describe(
      'User agents of its group in robots.txt, in lower case; []: it is not in a group and applies to no crawler; null: ' +
        'it is not in robots.txt and applies to all',
    ),
  path: text
    .nullable()
    .describe('Pattern of the paths that it applies to; null: all, or the response that contains it'),
  text: written,
  training: preference('training of AI models'),
  search: preference('search'),
  user: preference('input to AI models, such as for answers to users'),
});

/** A draft with statements about uses. */
const declaration = z.strictObject({ rules, statements: statements(usage), statements_total: total, unread });

const tdm = z.strictObject({
  rules,
  statements: statements(
    z.strictObject({
      source,
      path: text.nullable().describe('Pattern of the paths in tdmrep.json; null: the response that contains it'),
      text: written,
      reserved: z
        .boolean()
        .nullable()
        .describe('Whether rights to text and data mining are reserved; null: not a valid value'),
      policy: text.nullable().describe('URL of the policy with the terms of licences'),
    }),
  ),
  statements_total: total,
  unread,
});

const noai = z.strictObject({
  rules,
  statements: statements(
    z.strictObject({
      source,
      text: written,
      directives: z.array(z.enum(['noai', 'noimageai'])).describe('Which of the two directives it has'),
    }),
  ),
  statements_total: total,
  unread,
});

const terms = z.array(text).max(MAX_STATEMENTS);

const licence = z.strictObject({
  source,
  url: text
    .nullable()
    .describe('Address of the licence file; null: the licence is in the page, or no address is valid'),
  status: z
    .enum(['readable', 'unreadable', 'not_read'])
    .describe(
      'readable: it is an RSL document; unreadable: it is none, or could not be fetched; not_read: it was not requested',
    ),
  http_status: z
    .int()
    .nullable()
    .describe('HTTP status of the licence file; null: there was no response, or no request'),
  error: text.nullable().describe('Why it is unreadable, as a code; null: it is not'),
  permits: terms.describe('Permitted uses, users and regions as written; [] if it was not read'),
  prohibits: terms.describe('Prohibited uses, users and regions as written; [] if it was not read'),
  payment_types: terms.describe('Types of payment; [] if it was not read'),
});

const rsl = z.strictObject({
  rules,
  licences: z.array(licence).max(MAX_STATEMENTS).describe('Licences that the site names; the first is read'),
  licences_total: count.describe('Total number of licences; the list contains the first of them'),
  unread,
});

const payment = z.strictObject({
  rules,
  source,
  text: written,
  currency: text.nullable().describe('ISO 4217 code of the currency; null: the price is not valid'),
  amount: z.number().nonnegative().nullable().describe('Price of one request; null: the price is not valid'),
});

/** Members of `ai_policy` that a site declares. */
export const policyMembers = z.strictObject({
  content_signal: declaration
    .nullable()
    .describe('Content-Signal in robots.txt or as a header; null: not declared, or nothing was read'),
  content_usage: declaration
    .nullable()
    .describe('Content-Usage in robots.txt or as a header; null: not declared, or nothing was read'),
  training_preference: declaration
    .nullable()
    .describe('Groups of robots.txt for a policy token; null: not declared, or nothing was read'),
  rsl: rsl.nullable().describe('Licences by Really Simple Licensing; null: not declared, or nothing was read'),
  tdm: tdm
    .nullable()
    .describe('Reservation of rights by the TDM Reservation Protocol; null: not declared, or nothing was read'),
  noai: noai.nullable().describe('Directives noai and noimageai; null: not declared, or nothing was read'),
  payment: payment.nullable().describe('Price of a request, sent with HTTP status 402; null: not declared'),
});

/** A statement, wherever it is. */
export const policyStatement = z.strictObject({
  member: text.describe('Member that contains the statement, for example content_signal, agents or llms_txt'),
  source: source.describe('Where the statement is'),
  text: written,
});

const contradiction = z.strictObject({
  issue: text.describe('Id of the rule, as in /api/v1/seo/issues'),
  purpose: z
    .enum(['training', 'search', 'user'])
    .nullable()
    .describe('The use that it concerns; user: requests on behalf of a user; null: not a single one'),
  user_agents: z.array(text).describe('Agents that it concerns, as in ai_access.agents; []: all'),
  statements: z.array(policyStatement).length(2).describe('The two statements that contradict each other'),
});

export const aiPolicy = z.strictObject({
  ...policyMembers.shape,
  contradictions: z
    .array(contradiction)
    .max(MAX_STATEMENTS)
    .nullable()
    .describe('Statements that contradict each other; null: nothing was read'),
});
