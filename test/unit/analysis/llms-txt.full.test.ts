import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { llmsTxt as schema } from '../../../functions/core/record/schema.ts';
import { judgeLlmsTxt } from '../../../functions/core/analysis/llms-txt.ts';
import { importPackage } from '../../corpora/packages.ts';

interface LlmsTxtAudit {
  audit(artifacts: { LlmsTxt: { status: number; content: string } }): {
    score: number;
    notApplicable?: boolean;
    details?: { items: { message: { formattedDefault: string } }[] };
  };
}

const { default: audit } = await importPackage<{ default: LlmsTxtAudit }>('lighthouse/core/audits/agentic/llms-txt.js');

const GOOD = '# Shop\n\n> All things for the garden, and how to use them.\n\n- [Spades](https://shop.example/spades)\n';

/** Returns the verdict of Lighthouse's audit, in the form of the record. */
function askLighthouse(status: number, content: string) {
  const product = audit.audit({ LlmsTxt: { status, content } });
  const messages = product.details?.items.map(({ message }) => message.formattedDefault) ?? [];
  const words: [RegExp, string][] = [
    [/H1 header/, 'missing_h1'],
    [/contain any links/, 'missing_links'],
    [/suspiciously short/, 'too_short'],
  ];
  return {
    valid: product.notApplicable ? null : product.score === 1,
    problems: status >= 500 ? ['http_error'] : messages.map((text) => words.find(([word]) => word.test(text))?.[1]),
  };
}

describe('agrees with the audit of Lighthouse', () => {
  const expectAgreement = (status: number, content: string) => {
    const { valid, problems } = schema.parse(judgeLlmsTxt(status, content));
    expect({ status, content, valid, problems }).toEqual({ status, content, ...askLighthouse(status, content) });
  };

  test.each([200, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 499, 500, 503, 599])(
    'on the status %i',
    (status) => expectAgreement(status, GOOD),
  );

  test('on files of the characters of its rules', () => {
    const pieces = [
      '#',
      ' ',
      '\t',
      '\n',
      '\r',
      '\u2028',
      '\u00a0',
      '\ufeff',
      'a',
      '[',
      ']',
      '(',
      ')',
      '](',
      '# a',
      '[a](b)',
    ];
    const files = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(files, (content) => expectAgreement(200, content)),
      { numRuns: 3_000 },
    );
  });

  test('on any text, of any length around the shortest', () => {
    const files = fc.string({ unit: 'binary', maxLength: 120 });
    fc.assert(
      fc.property(files, (content) => expectAgreement(200, content)),
      { numRuns: 1_000 },
    );
  });
});
