import { z } from 'zod';
import type { BoardResult, checkInEverywhere } from './check-in-everywhere.ts';
import type { CheckIn } from './check-in.ts';

/**
 * A successful response of upstream, unchanged: its members are upstream's own, as the schemas of all answers let
 * through. A stated `additionalProperties` would become an index signature in generated types, and then the members
 * of the other answers of the same path could not be told apart from it by their names.
 */
export const upstreamAnswer = z
  .object({ status: z.union([z.literal(1), z.literal('1')]).describe("Upstream's mark of a good answer") })
  .describe('An answer of the upstream forum, untouched');

/** What upstream says where it refuses a call. */
export const upstreamRefusal = z.strictObject({
  code: z.int().nullable().describe("Upstream's code; null where it gave none"),
  msg: z.string().describe("Upstream's message, without credentials"),
});

// `satisfies`: a schema that does not match the type of the response does not compile.

const count = z.int().nonnegative();
const boardId = z.string().describe('Id of the board');
const experience = count.describe('Experience points that this call has gained');
const continueDays = z
  .int()
  .nullable()
  .describe('Days in a row that were checked in on; null where upstream does not say');

export const login = z
  .strictObject({
    _key: z.string().min(1).describe('Token for signin and me'),
    user_id: z.union([z.string(), z.int()]).describe('Id of the user, for me, info and comments'),
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
      .describe("Upstream's answer, untouched; its code and message where it refused a second check-in"),
  })
  .describe('data of signin with cat_id: the check-in on one board') satisfies z.ZodType<CheckIn>;

export const boardResult = z.strictObject({
  cat_id: boardId,
  title: z.string().describe('Name of the board'),
  status: z
    .enum(['signed', 'already', 'failed', 'not_tried'])
    .describe('not_tried: the time was up, the token died, or upstream gave no readable answers'),
  experience,
  continue_days: continueDays,
  error: z
    .strictObject({
      code: z.string().describe('Slug of the error'),
      message: z.string().describe('What went wrong, for people'),
      upstream: upstreamRefusal.optional().describe("Upstream's own words, where it refused"),
    })
    .nullable()
    .describe('Why it failed'),
}) satisfies z.ZodType<BoardResult>;

export const checkInEverywhereAnswer = z
  .strictObject({
    totals: z
      .strictObject({
        boards: count.describe('Boards in this answer'),
        signed: count.describe('Checked in by this call'),
        already: count.describe('Checked in earlier on the same day'),
        failed: count.describe('Refused, or not answered'),
        not_tried: count.describe('Not begun'),
        experience: count.describe('Experience points that this call has gained'),
      })
      .describe('Numbers of boards by what became of them'),
    boards: z.array(boardResult).describe('Every board, in the order of ids'),
    complete: z.boolean().describe('No board needs another call'),
    next_after: z
      .string()
      .nullable()
      .describe('Value of after with which a call goes on, to be sent as it is; null where it is complete'),
  })
  .describe('data of signin without cat_id: the check-in on all boards, as far as the time allows') satisfies z.ZodType<
  Awaited<ReturnType<typeof checkInEverywhere>>
>;

export const commentPage = z
  .strictObject({
    comments: z.array(z.unknown()).describe("Comments that the user wrote, newest first, in upstream's own form"),
    start: count.describe('Where this page starts, as asked for'),
    count: count.describe('Comments in this answer'),
    next_start: count.nullable().describe('Value of start that leads to the next page; null on the last one'),
    more: z.boolean().describe('There are more comments'),
  })
  .describe('data of comments');
