import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';

/** Until something is painted: such times are written in seconds everywhere, as their thresholds are known. */
const IN_SECONDS = /^(?:lcp|fcp|speed_index)_/;

/**
 * Writes a value with the unit that the name of its metric states. Seconds have two decimals: with one, 2,540 ms would be
 * as much as the threshold of 2.5 s that it exceeds.
 *
 * @param name of a member of the API, such as `lcp_p75_ms`
 */
export function metricValue(name: string, value: number, format: Format, t: Translate): string {
  if (!name.endsWith('_ms')) return format.number(value);
  return IN_SECONDS.test(name)
    ? t('ui.seconds', { value: format.number(Math.round(value / 10) / 100) })
    : t('ui.milliseconds', { value: format.number(value) });
}
