import type { EventLanguage } from '../event-sentences.ts';
import type { Text } from '../fill-text.ts';

const english = {
  subject: '{domain}: {event}',
  subject_of_domain: '{domain}, {count} events: {event}, …',
  subject_of_domains: '{count} events on {domains} domains: {names}',
  subject_of_test: 'Test: {subject}',
  intro: {
    one: '1 event, reported by the watch of {subject}.',
    other: '{count} events, reported by the watch of {subject}.',
  },
  test: 'This is a test mail. Its events are examples that were not measured.',
  domains: { one: '{count} domain', other: '{count} domains' },
  tagged: 'all domains with the tag {tag}',
  event: '- {event}',
  measured: '{time} UTC',
  domain_page: 'Open {domain}: {url}',
  issues_page: 'Issues of the site: {url}',
  more: { one: 'and {count} more event.', other: 'and {count} more events.' },
  watches_page: 'All watches and their events: {url}',
  separator: ', ',
} satisfies Record<string, Text>;

export type MailTextKey = keyof typeof english;

const chinese: Record<MailTextKey, Text> = {
  subject: '{domain}：{event}',
  subject_of_domain: '{domain}，{count} 个事件：{event}…',
  subject_of_domains: '{domains} 个域名的 {count} 个事件：{names}',
  subject_of_test: '测试：{subject}',
  intro: '监控（{subject}）报告了 {count} 个事件。',
  test: '这是一封测试邮件，其中的事件是示例，并非实际测量。',
  domains: '{count} 个域名',
  tagged: '带有标签 {tag} 的全部域名',
  event: '- {event}',
  measured: '{time} UTC',
  domain_page: '打开 {domain}：{url}',
  issues_page: '网站的问题：{url}',
  more: '另有 {count} 个事件。',
  watches_page: '全部监控及其事件：{url}',
  separator: '、',
};

/** Texts of mails in each language. */
export const mailTexts: Record<EventLanguage, Readonly<Record<MailTextKey, Text>>> = { en: english, zh: chinese };
