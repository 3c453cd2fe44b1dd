import type { SNSClient } from '@aws-sdk/client-sns';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';

/** Address of deliveries to the operator's mail. */
export const MAIL = 'mail:operator';

/** SNS accepts subjects of up to 100 ASCII characters. */
const MAX_SUBJECT = 100;

/** A delivery as a mail. */
interface Mail {
  subject: string;
  text: string;
}

/** Returns the code of a failure; `null`: SNS has accepted the mail. */
export type SendMail = (body: string) => Promise<{ error: string | null }>;

/**
 * Creates the function that sends a delivery to the recipient of alarms.
 *
 * @param topic ARN of the topic of alarms; empty: the operator has set no recipient
 */
export function createMailer(topic: string): SendMail {
  let client: SNSClient | undefined;
  return async (body) => {
    if (topic === '') return { error: 'no_recipient' };
    const { SNSClient, PublishCommand } = await import('@aws-sdk/client-sns');
    client ??= new SNSClient({ requestHandler: awsRequestLimits });
    const { subject, text } = mailOf(body);
    await client.send(new PublishCommand({ TopicArn: topic, Subject: subject, Message: text }));
    return { error: null };
  };
}

/** The value of an event about new issues. */
interface NewIssues {
  counts: Record<string, number>;
  occurrences: { issue: string; url: string; target: string | null }[];
  more: number;
}

interface EventBody {
  data: {
    domain: string;
    condition: { on: string };
    name: string;
    before: unknown;
    after: unknown;
    measured_at: string;
  };
}

function mailOf(body: string): Mail {
  const { domain, condition, name, before, after, measured_at } = (JSON.parse(body) as EventBody).data;
  const subject = `${domain}: ${condition.on.replaceAll('_', ' ')}`;
  const lines = [
    `Domain: ${domain}`,
    `Condition: ${JSON.stringify(condition)}`,
    ...(hasOccurrences(after)
      ? newIssueLines(after)
      : [`${name}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]),
    `Measured at: ${measured_at}`,
  ];
  return { subject: subject.slice(0, MAX_SUBJECT), text: lines.join('\n') };
}

const hasOccurrences = (after: unknown): after is NewIssues =>
  typeof after === 'object' && after !== null && 'occurrences' in after;

/** The numbers of new occurrences by issue, and the listed occurrences, one per line. */
function newIssueLines({ counts, occurrences, more }: NewIssues): string[] {
  const numbers = Object.entries(counts).map(([issue, count]) => `${issue} ${count}`);
  return [
    `New: ${numbers.join(', ')}`,
    ...occurrences.map(({ issue, url, target }) => `- ${issue}: ${url}${target === null ? '' : ` -> ${target}`}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}
