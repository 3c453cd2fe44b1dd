import { z } from 'zod';
import { BadLogo, readReportLogo } from './report-logo.ts';

/** Context given by `-c` is text. */
export const numeric = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema);

/** The stack stores settings as plain text. */
const hasNoCredentials = (url: string) => {
  const { username, password } = new URL(url);
  return !username && !password;
};
export const webUrl = (protocol: RegExp) =>
  z
    .url({ protocol, abort: true })
    .refine(hasNoCredentials, 'must not contain a user name or password, since settings are not secret');

export const positive = numeric(z.number().positive());
export const wholePositive = numeric(z.number().int().positive());
export const wholeOrZero = numeric(z.number().int().nonnegative());

export const whole = (bounds: { min: number; max: number; default: number }) =>
  numeric(z.number().int().min(bounds.min).max(bounds.max)).default(bounds.default);

export const flag = z.union([z.boolean(), z.stringbool()], 'must be true or false');

/** An object that refuses unknown names, and lists the valid ones. */
export const named = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown: ${issue.keys.join(', ')}; valid names are ${Object.keys(shape).join(', ')}`
        : undefined,
  });

/** Path of the logo of reports. */
export const logoFile = z.string().superRefine((path, context) => {
  try {
    readReportLogo(path);
  } catch (error) {
    if (!(error instanceof BadLogo)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});
