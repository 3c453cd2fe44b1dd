import * as z from 'zod/mini';
import { message } from './message.ts';
import { BadValue, textParameter } from './parameters.ts';

/** `refresh`: `1` is yes; `0` and absent are no. */
export function refreshParameter(description: string) {
  const isYes = (text: string) => {
    if (text === '1' || text === '0') return text === '1';
    throw new BadValue('must be 1 or 0');
  };
  const form = { type: 'string' as const, enum: ['1', '0'] };
  return z._default(
    textParameter(isYes, { description: `${description}. 0 and absent: no`, form, examples: ['1'] }),
    false,
  );
}

const formats = ['csv', 'json'] as const;

/** Form of a list. */
export type Format = (typeof formats)[number];

/** `format` of a list: CSV or JSON, whatever `Accept` says; absent: what `Accept` prefers. */
export function formatParameter() {
  const read = (text: string): Format => {
    const known = formats.find((each) => each === text);
    if (known) return known;
    throw new BadValue({ text: `must be ${formats.join(' or ')}`, params: { known: formats } });
  };
  return z.optional(
    textParameter(read, {
      description: 'Form of the answer, whatever Accept says. Absent: what Accept prefers, JSON where it names none',
      form: { type: 'string', enum: [...formats] },
      examples: ['csv'],
    }),
  );
}

interface WholeNumber {
  name: string;
  min: number;
  max: number;
  default: number;
}

/** A whole number within bounds, both inclusive. */
export function wholeNumberParameter({ name, min, max, default: fallback }: WholeNumber) {
  return z._default(
    textParameter((text) => readWholeNumber(text, { min, max }), {
      description: `${name}; ${min} to ${max}`,
      form: { type: 'integer', minimum: min, maximum: max, default: fallback },
      examples: [fallback],
    }),
    fallback,
  );
}

/** @throws {BadValue} for what is no whole number within these bounds, both inclusive */
export function readWholeNumber(text: string, { min, max }: Pick<WholeNumber, 'min' | 'max'>): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadValue('must be a whole number');
  const value = Number(text);
  if (value >= min && value <= max) return value;
  throw new BadValue(message`must be from ${{ min }} to ${{ max }}`);
}

/** A rule about two parameters is checked if both are valid, even if others are not. */
export function unlessInvalid(...names: string[]) {
  return ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0])));
}
