import { z } from 'zod';
import { fetchSlotSettings } from '../functions/core/accounts/settings.ts';
import { pageLimitSettings, weeklyCrawlSettings } from '../functions/core/crawls/settings.ts';
import { siteFetchSettings } from '../functions/core/domains/settings.ts';
import { forumAccountSettings } from '../functions/core/forum/settings.ts';
import { reportSettings } from '../functions/core/site-reports/settings.ts';
import type { Kind } from '../functions/core/platform/settings/kinds.ts';
import { flag, numeric, webUrl } from './option-schemas.ts';

/** What slices export that contains settings of the operator. */
const slices = {
  ...siteFetchSettings,
  ...pageLimitSettings,
  ...weeklyCrawlSettings,
  ...fetchSlotSettings,
  ...reportSettings,
  ...forumAccountSettings,
};

type Slices = typeof slices;
/** Name of an environment variable that the operator sets. */
export type OperatorVariable = {
  [Name in keyof Slices]: Slices[Name]['setBy'] extends 'operator' ? Name : never;
}[keyof Slices];

/** Name of an option of the deployment: `maxCrawlPages` for `MAX_CRAWL_PAGES`. */
type OptionName<Variable extends string> = Variable extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<OptionName<Rest>>}`
  : Lowercase<Variable>;

type OptionValue<Name extends OperatorVariable> =
  Slices[Name] extends Kind<infer Value> ? (Value extends number | boolean ? Value : string | undefined) : never;

/** Environment variables of functions that the operator sets. */
export const operatorVariables = (Object.entries(slices) as [OperatorVariable, Kind][]).flatMap(([name, { setBy }]) =>
  setBy === 'operator' ? name : [],
);

/** @returns the option of the deployment that sets a variable */
export function optionOf<Variable extends string>(variable: Variable): OptionName<Variable> {
  const name = variable.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return name as OptionName<Variable>;
}

type OperatorOptions = { [Name in OperatorVariable as OptionName<Name>]: OptionValue<Name> };

/** How the operator's settings of functions are read, by option. */
export const operatorShape = Object.fromEntries(
  operatorVariables.map((name) => [optionOf(name), schemaOf(slices[name])]),
) as { [Option in keyof OperatorOptions]: z.ZodType<OperatorOptions[Option]> };

/** @returns the values of the environment variables; those that are not set are empty */
export function operatorValues(options: Readonly<OperatorOptions>): Record<OperatorVariable, string> {
  return Object.fromEntries(
    operatorVariables.map((name) => [
      name,
      String((options as Partial<Record<string, string | number | boolean>>)[optionOf(name)] ?? ''),
    ]),
  ) as Record<OperatorVariable, string>;
}

function schemaOf({ type, bounds, byDefault }: Kind): z.ZodType {
  const schema = requiredOf(type, bounds);
  return byDefault === undefined ? schema.optional() : schema.default(byDefault);
}

function requiredOf(type: Kind['type'], { min = 0, max, isWhole }: NonNullable<Kind['bounds']> = {}): z.ZodType {
  if (type === 'URL') return webUrl(/^https?$/);
  if (type === 'true or false') return flag;
  if (type !== 'number') return z.string();
  const number = (isWhole ? z.number().int() : z.number()).min(min);
  return numeric(max === undefined ? number : number.max(max));
}
