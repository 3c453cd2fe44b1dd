import { z } from 'zod';

/**
 * A successful response of upstream, unchanged, with the members that upstream chooses. An explicit
 * `additionalProperties` would become an index signature in generated types, which could then not be distinguished from
 * the other answers of the same path by the names of members.
 */
export const upstreamAnswer = z
  .object({ status: z.union([z.literal(1), z.literal('1')]).describe("Upstream's status of a successful response") })
  .describe('A response of the upstream forum, unchanged');

/** Code and message of a call that upstream refuses. */
export const upstreamRefusal = z.strictObject({
  code: z.int().nullable().describe("Upstream's code; null if it returned none"),
  msg: z.string().describe("Upstream's message, with credentials masked"),
});

const count = z.int().nonnegative();
const boardId = z.string().describe('Id of the board');
const experience = count.describe('Experience points gained by this call');
const continueDays = z
  .int()
  .nullable()
  .describe('Consecutive days of check-ins; null if upstream does not return them');

export const login = z
  .strictObject({
    _key: z.string().min(1).describe('Token for signin and me'),
    user_id: z.union([z.string(), z.int()]).describe('User id for me, info and comments'),
    upstream: upstreamAnswer,
  })
  .describe('data of login');

export const checkIn = z
  .strictObject({
    cat_id: boardId,
    status: z.enum(['signed', 'already']).describe('Checked in by this call, or earlier on the same day'),
    experience,
    continue_days: continueDays,
    upstream: z
      .union([upstreamAnswer, upstreamRefusal])
      .describe("Upstream's response, unchanged; its code and message if it refused a second check-in"),
  })
  .describe('data of signin with cat_id: the check-in on one board');

export const boardResult = z.strictObject({
  cat_id: boardId,
  title: z.string().describe('Name of the board'),
  status: z
    .enum(['signed', 'already', 'failed', 'not_tried'])
    .describe(
      'signed: checked in by this call; already: earlier on the same day; failed: see error; not_tried: the time limit was ' +
        'reached, the token became invalid, or upstream limited the rate',
    ),
  experience,
  continue_days: continueDays,
  error: z
    .strictObject({
      code: z.string().describe('Error code'),
      message: z.string().describe('Error message for people'),
      upstream: upstreamRefusal.optional().describe("Upstream's code and message, if it refused the call"),
    })
    .nullable()
    .describe('Error of a failed check-in; otherwise null'),
});

export const checkInEverywhereAnswer = z
  .strictObject({
    totals: z
      .strictObject({
        boards: count.describe('Boards in this response'),
        signed: count.describe('Checked in by this call'),
        already: count.describe('Checked in earlier on the same day'),
        failed: count.describe('Refused, or without a response'),
        not_tried: count.describe('Not started'),
        experience,
      })
      .describe('Numbers of boards by outcome'),
    boards: z.array(boardResult).describe('All boards, in the order of ids'),
    complete: z.boolean().describe('Whether no board needs another call'),
    next_after: z
      .string()
      .nullable()
      .describe('Value of `after` for the next call, to be sent unchanged; null if complete'),
  })
  .describe('data of signin without cat_id: the check-in on all boards within the time limit');

export const commentPage = z
  .strictObject({
    comments: z.array(z.unknown()).describe("Comments of the user, newest first, in upstream's format"),
    start: count.describe('Requested offset of this page'),
    count: count.describe('Number of comments in this response'),
    next_start: count.nullable().describe('Value of start for the next page; null on the last page'),
    more: z.boolean().describe('Whether there are more comments'),
  })
  .describe('data of comments');
