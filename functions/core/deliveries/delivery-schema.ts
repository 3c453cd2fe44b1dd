import { z } from 'zod';

// Bodies of deliveries, from which the code that makes them has its types. The conventions are those of
// `record/schema.ts`. No function loads them.

/** Returns the schema of the body of a type of deliveries. */
export function bodyOf<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.strictObject({
    type: z.literal(type).describe('Type of the delivery'),
    timestamp: z.iso.datetime().describe('When the event was recorded, the work ended, or the test was sent'),
    data,
  });
}

/** The challenge of an address that a batch or a crawl has named. */
export const addressTest = bodyOf(
  'watch.test',
  z.strictObject({ watch: z.null().describe('Id of the watch: none, the address is that of a batch or a crawl') }),
);
export type AddressTest = z.infer<typeof addressTest>;
