import { z } from 'zod';

const count = z.int().nonnegative();

export const commentPage = z
  .strictObject({
    comments: z.array(z.unknown()).describe("Comments that the user wrote, newest first, in upstream's own form"),
    start: count.describe('Where this page starts, as asked for'),
    count: count.describe('Comments in this answer'),
    next_start: count.nullable().describe('Value of start that leads to the next page; null on the last one'),
    more: z.boolean().describe('There are more comments'),
  })
  .describe('data of comments');
