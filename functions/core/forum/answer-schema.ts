import { z } from 'zod';

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
