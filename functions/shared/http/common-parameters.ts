import * as z from 'zod';
import { MAX_CURSOR } from './cursor.ts';
import type { ParameterForm } from './parameter-form.ts';

/** `refresh`: `1` is yes; `0`, empty and absent are no. */
export function refreshParameter(description: string) {
  return z
    .enum(['1', '0', ''], { error: 'must be 1 (or 0, or empty)' })
    .optional()
    .transform((value) => value === '1')
    .meta({ description: `${description}. 0, empty and absent: no`, examples: ['1'] });
}

/** `cursor`: the `next_cursor` of an answer; empty and absent: from the beginning. The use case checks what is in it. */
export function cursorParameter() {
  const form: ParameterForm = { type: 'string', maxLength: MAX_CURSOR };
  return z
    .string()
    .max(MAX_CURSOR, `must have at most ${MAX_CURSOR} characters`)
    .optional()
    .transform((cursor) => cursor || undefined)
    .meta({
      description: 'The next_cursor of an answer to the same request: goes on behind it',
      form,
      examples: [''],
    });
}

export interface WholeNumber {
  name: string;
  min: number;
  max: number;
  default: number;
}

/** A whole number within bounds, both inclusive. */
export function wholeNumberParameter({ name, min, max, default: fallback }: WholeNumber) {
  const form: ParameterForm = { type: 'integer', minimum: min, maximum: max, default: fallback };
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .meta({ description: `${name}; ${min} to ${max}`, form, examples: [fallback] });
}
