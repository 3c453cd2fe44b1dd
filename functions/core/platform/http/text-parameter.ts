import * as z from 'zod/mini';
import { asMessage, message, type Message, type MessageParams, type MessageValue } from './message.ts';
import type { ParameterForm } from './parameter-form.ts';

/** Thrown when a parameter's text is refused. The message says what is wrong and goes on behind the parameter's name. */
export class BadValue extends Error {
  readonly code: string = 'bad_value';
  /** The values that the message contains. */
  readonly params: MessageParams;

  constructor(message: string | Message) {
    const { text, params } = asMessage(message);
    super(text);
    this.params = params;
  }
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
      context.issues.push({ code: 'custom', message: error.message, params: error.params, input: from });
      return z.NEVER;
    }
  });
}

/** A message with values, as zod's checks take it: `z.refine(test, asCheck(message`…`))`. */
export const asCheck = ({ text, params }: Message) => ({ error: text, params });

/** The arguments of zod's `refine` for a text of 1 to so many characters. */
export const ofLength = (longest: number) =>
  [
    (text: string) => text.length >= 1 && text.length <= longest,
    asCheck(message`must have ${{ min: 1 }} to ${{ max: longest }} characters`),
  ] as const;

/** The message of an issue, and its values: those of its check, or the bounds of zod's own checks. */
export function messageOf(issue: z.core.$ZodIssue): Message {
  const { params, minimum, maximum } = issue as z.core.$ZodIssue & {
    params?: MessageParams;
    minimum?: MessageValue;
    maximum?: MessageValue;
  };
  const min = minimum !== undefined && { min: minimum };
  const max = maximum !== undefined && { max: maximum };
  return { text: issue.message, params: { ...min, ...max, ...params } };
}

/** Whether a value is a whole number within bounds, both inclusive. */
export const isWholeNumber = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
