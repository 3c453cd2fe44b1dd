import { type Mail, MAX_TEXT_BYTES } from '../../deliveries/mail.ts';
import type { EventFacts } from '../delivery-schema.ts';
import { createDescribeEvent, type EventLanguage, type IssueTitles, LOCALES } from '../event-sentences.ts';
import { createFillText } from '../fill-text.ts';
import { mailTexts } from './mail-texts.ts';

/** What a mail reports. */
export interface MailContent {
  /** What is watched. */
  watch: { domains: string[] | null; tag: string | null };
  /** At least one, in the order of their recording. */
  events: readonly MailEvent[];
  /** The events are examples. */
  isTest?: boolean;
}

export type MailEvent = Pick<EventFacts, 'domain' | 'condition' | 'name' | 'before' | 'after' | 'measured_at'>;

interface MailOptions {
  language: EventLanguage;
  issueTitles: IssueTitles;
  /** URL of the workspace, for links. */
  workspaceUrl: string;
}

/** Events that a mail describes; the others are counted. */
const MOST_DESCRIBED = 20;
/** Domains that are named, of a watch and in a subject. */
const MOST_NAMED = 3;
/** Characters of a line: addresses can have thousands. */
const MAX_LINE = 500;

/** Returns the mail about events of one watch, by domain. Its size is limited, whatever the number of events. */
export function composeMail({ watch, events, isTest = false }: MailContent, options: MailOptions): Mail {
  const { language, issueTitles, workspaceUrl } = options;
  const describe = createDescribeEvent(language, issueTitles);
  const text = createFillText(mailTexts[language], LOCALES[language]);
  const times = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const groups = Map.groupBy(events, ({ domain }) => domain);
  const domains = [...groups.keys()];

  const subject = subjectOf();
  return {
    subject: isTest ? text('subject_of_test', { subject }) : subject,
    plainSubject: `${isTest ? 'Test: ' : ''}${plainCount(events.length, 'event')} on ${plainCount(domains.length, 'domain')}`,
    text: bodyText(),
  };

  function subjectOf(): string {
    const count = events.length;
    const [domain] = domains;
    const event = describe(events[0]!).title;
    if (count === 1) return text('subject', { domain: domain!, event });
    if (domains.length === 1) return text('subject_of_domain', { domain: domain!, count, event });
    const names = domains.slice(0, MOST_NAMED).join(text('separator')) + (domains.length > MOST_NAMED ? '…' : '');
    return text('subject_of_domains', { count, domains: domains.length, names });
  }

  function bodyText(): string {
    const end = text('watches_page', { url: `${workspaceUrl}#/watches` });
    const parts = [...(isTest ? [text('test')] : []), text('intro', { count: events.length, subject: watchedText() })];
    let described = 0;
    let bytes = 0;
    for (const [domain, ofDomain] of groups) {
      const lines: string[] = [];
      for (const event of ofDomain.slice(0, MOST_DESCRIBED - described)) {
        const added = linesOf(event);
        bytes += Buffer.byteLength(added.join('\n'));
        if (bytes > MAX_TEXT_BYTES) break;
        lines.push(...added);
        described += 1;
      }
      if (lines.length === 0) break;
      parts.push([domain, ...lines, ...linksOf(domain, ofDomain)].join('\n'));
      if (bytes > MAX_TEXT_BYTES) break;
    }
    if (described < events.length) parts.push(text('more', { count: events.length - described }));
    return [...parts, end].join('\n\n');
  }

  function watchedText(): string {
    const { domains: watched, tag } = watch;
    if (watched === null) return text('tagged', { tag: tag ?? '' });
    return watched.length > MOST_NAMED ? text('domains', { count: watched.length }) : watched.join(text('separator'));
  }

  function linesOf(event: MailEvent): string[] {
    const { title, details } = describe(event);
    const time = text('measured', { time: times.format(new Date(event.measured_at)) });
    return [text('event', { event: title }), ...[...details, time].map((line) => `    ${line}`)].map(shortened);
  }

  function linksOf(domain: string, ofDomain: readonly MailEvent[]): string[] {
    const url = `${workspaceUrl}#/domains/${encodeURIComponent(domain)}`;
    const isAboutIssues = ofDomain.some(({ name }) => name === 'issues');
    return [
      text('domain_page', { domain, url }),
      ...(isAboutIssues ? [text('issues_page', { url: `${url}?tab=site.issues` })] : []),
    ];
  }
}

const plainCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function shortened(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).toWellFormed()}…` : line;
}
