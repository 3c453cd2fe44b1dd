import { refusalOf } from '../providers/ask-source.ts';
import { answerOf } from '../providers/read-response.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import { ProviderUnavailable } from '../../platform/rate-limit.ts';
import type { Source } from '../source.ts';
import { address } from './ask-crux.ts';
import { fieldOf } from './field.ts';
import { askLastDays, type LastDays } from './last-days.ts';
import { askPastWeeks } from './past-weeks.ts';

/** What Chrome's users experienced on the home page's origin in the last 28 days, and those with phones week by week. */
export const cruxSource: Source = {
  id: 'crux',
  fields: ['performance.field'],
  attribution: 'Chrome UX Report by Google, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
  isEvidence: true,
  address,
  keys: ['google-api-key'],
  maxAgeDays: 7,
  // It waits until the crawl knows the origin of the home page.
  inlineMs: 22_000,
  backgroundMs: 45_000,
  costUsd: 0,
  async ask(_domain, context) {
    const { origin } = new URL(await context.homeUrl);
    const [phones, desktop, weeks] = await Promise.allSettled([
      askLastDays({ origin, formFactor: 'PHONE' }, context),
      askLastDays({ origin, formFactor: 'DESKTOP' }, context),
      askPastWeeks({ origin, formFactor: 'PHONE' }, context),
    ]);
    if (phones.status === 'rejected') return failureOf(phones);
    const answer =
      desktop.status === 'rejected'
        ? await answerWithoutDesktop(phones.value, desktop)
        : answerOfBoth(phones.value, desktop.value);
    // The history is optional: where it fails, the current values are returned without it.
    const past = weeks.status === 'fulfilled' ? weeks.value : [];
    return answer.sections?.['performance.field'] ? { ...answer, past } : answer;
  },
};

function answerOfBoth(phones: LastDays | null, desktop: LastDays | null): SourceAnswer {
  if (phones && desktop && phones.period_end !== desktop.period_end) {
    return { ...answerOfPhones(phones), http_status: 200, error: OTHER_DAYS };
  }
  const field = phones ? fieldOf(phones, desktop) : desktop && fieldOf(phones, desktop);
  const [status, http_status] = field ? (['ok', 200] as const) : (['empty', 404] as const);
  return { status, http_status, sections: { 'performance.field': field } };
}

/** The figures are renewed each day, perhaps between two requests. */
const OTHER_DAYS = {
  code: 'other_days',
  message: 'The figures of desktop computers are of other days than those of phones',
  retryable: true,
};

/** Where nothing is known of phones, the failure hides whether anything is known at all. */
async function answerWithoutDesktop(phones: LastDays | null, failed: PromiseRejectedResult): Promise<SourceAnswer> {
  if (!phones) return failureOf(failed);
  const { reason } = failed as { reason: unknown };
  // A question that has to wait for its turn does not delay what phones have told.
  const failure = reason instanceof ProviderUnavailable ? refusalOf(reason.code) : await failureOf(failed);
  return { ...failure, ...answerOfPhones(phones) };
}

/** Desktop computers are not known rather than as they were told of before, since that was of other days. */
function answerOfPhones(phones: LastDays) {
  return { status: 'partial' as const, sections: { 'performance.field': fieldOf(phones, null) } };
}

/**
 * @returns the answer of a question that has failed
 * @throws {ProviderUnavailable} and what is unexpected
 */
function failureOf({ reason }: PromiseRejectedResult): Promise<SourceAnswer> {
  return answerOf(() => {
    throw reason;
  });
}
