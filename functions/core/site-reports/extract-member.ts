import * as z from 'zod/mini';
import { invalidParameters, type ParameterProblem } from '../platform/http/errors.ts';
import { rule } from '../platform/http/rules.ts';
import type { ExtractRule } from '../record/extracted.ts';

/** Maximum number of extracted values, and of characters of a selector. */
const MAX_VALUES = 10;
const MAX_CSS = 300;
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** Names of attributes as the HTML standard admits them. */
const GET = /^(?:text|count|attribute:[^\s"'<>/=\u0000-\u001f]{1,100})$/;

/** Returns the member of the body of a crawl with the values that are read from each page. */
export function extractMember() {
  const problem = rule('extract_list', { max: MAX_VALUES });
  const one = z.strictObject(
    {
      name: z.string(rule('text')).check(
        z.regex(NAME, rule('extract_name')),
        z.meta({
          description: 'Name of the value, as extracted.<name> in lists: lower-case letters, digits and _, at most 40',
          examples: ['price'],
        }),
      ),
      css: z
        .string(rule('text'))
        .check(
          z.minLength(1, rule('length', { min: 1, max: MAX_CSS })),
          z.maxLength(MAX_CSS, rule('length', { min: 1, max: MAX_CSS })),
          z.meta({ description: 'CSS selector, as css-select supports them', examples: ['main .price'] }),
        ),
      get: z.string(rule('text')).check(
        z.regex(GET, rule('extract_get')),
        z.meta({
          description:
            'text: text of the first element that matches, with single spaces; count: number of elements that match; ' +
            'attribute:<name>: value of an attribute of the first element that matches',
          examples: ['text', 'count', 'attribute:content'],
        }),
      ),
    },
    rule('object'),
  );
  return z._default(
    z.array(one, problem).check(
      z.maxLength(MAX_VALUES, problem),
      z.meta({
        description:
          `Up to ${MAX_VALUES} values that are read from each HTML page with status 200, as a browser parses it without ` +
          'running scripts; at most 300 characters each. Default: none',
      }),
    ),
    [],
  );
}

/**
 * Verifies what the schema cannot: selectors, whose parser only such crawls load, and that names are unique.
 *
 * @param path of the object with the values in the body, such as `crawl.`; empty: the body itself
 * @throws {ServiceError} invalid_parameter naming each invalid selector, with the position of the error in it
 */
export async function verifyExtract(rules: readonly ExtractRule[], path = ''): Promise<void> {
  if (rules.length === 0) return;
  const { selectorProblem } = await import('../analysis/extract/selector-problem.ts');
  const names = rules.map(({ name }) => name);
  const problems = rules.flatMap(({ name, css }, index): ParameterProblem[] => {
    const param = `${path}extract.${index}`;
    const position = selectorProblem(css);
    return [
      ...(names.indexOf(name) < index ? [{ param: `${param}.name`, rule: 'extract_name_in_use' as const }] : []),
      ...(position === null ? [] : [{ param: `${param}.css`, rule: 'selector' as const, values: { position } }]),
    ];
  });
  if (problems.length > 0) throw invalidParameters(problems);
}
