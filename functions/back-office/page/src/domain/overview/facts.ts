import type { DomainAnswer } from '../../../../../core/record/record.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';
import type { SectionName } from '../record/sections.ts';

/** A figure of the overview, and the member of the record that it is. */
export interface Fact {
  label: string;
  section: SectionName;
  /** Path of the member. */
  path: string;
  /** `null`: there is none, or it is not known. */
  value: string | null;
}

/** The most important figures of a record. */
export function factsOf(record: DomainAnswer, text: Dictionary, format: Format): Fact[] {
  const { page, tls, registration } = record;
  const number = (value: number | null | undefined, unit = '') => (value == null ? null : format.number(value) + unit);
  const fact = (section: SectionName, member: string, label: string, value: string | null | undefined): Fact => ({
    label,
    section,
    path: `${section}.${member}`,
    value: value ?? null,
  });
  const days = tls?.days_remaining;
  const registered = registration?.registered_at;
  return [
    fact('page', 'title', text.overview.title, page?.title),
    fact('page', 'meta_description', text.overview.description, page?.meta_description),
    fact('page', 'final_url', text.overview.address, page?.final_url),
    fact('page', 'http_status', text.overview.http_status, page && String(page.http_status)),
    fact(
      'tls',
      'days_remaining',
      text.overview.certificate,
      days == null ? null : text.overview.days_left(number(days)!),
    ),
    fact('registration', 'registered_at', text.overview.registered, registered && format.date(registered)),
  ];
}
