import * as z from 'zod/mini';
import type { ParameterForm } from './parameter-form.ts';

/** Thrown when a parameter's text is refused. The message says what is wrong and goes on behind the parameter's name. */
export class BadValue extends Error {
  readonly code: string = 'bad_value';
}

/** What the OpenAPI description says of a parameter. */
export interface ParameterDescription {
  description: string;
  form: ParameterForm;
  examples: (string | number)[];
}

/**
 * The schema of a parameter that is required, unless `z.optional` or `z._default` is put around it. Schemas of
 * parameters are made with `zod/mini`: a cached answer loads them, and `zod` takes several times as long to load.
 *
 * @param read makes the value of the text, which is not empty; throws {@link BadValue} where it cannot
 */
export function textParameter<Value>(read: (text: string) => Value, description: ParameterDescription) {
  const text = z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') });
  return z.pipe(text, readBy(read)).check(z.meta({ ...description }));
}

/** @param read makes the value; throws {@link BadValue} where it cannot */
export function readBy<From, Value>(read: (from: From) => Value) {
  return z.transform<From, Value>((from, context) => {
    try {
      return read(from);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      context.issues.push({ code: 'custom', message: error.message, input: from });
      return z.NEVER;
    }
  });
}
