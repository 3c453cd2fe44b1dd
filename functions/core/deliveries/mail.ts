import type { SNSClient } from '@aws-sdk/client-sns';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';

/**
 * SNS accepts subjects of less than 100 characters without line breaks and control characters, in UTF-8
 * (https://docs.aws.amazon.com/sns/latest/api/API_Publish.html; the reference required ASCII before).
 */
const MAX_SUBJECT = 99;

/** Maximum size of the text in bytes; SNS accepts 256 KB with the subject. */
export const MAX_TEXT_BYTES = 200 * 1024;

/** A mail to the recipient of alarms. */
export interface Mail {
  subject: string;
  /** Subject that is sent if SNS does not accept the other one: ASCII. */
  plainSubject: string;
  text: string;
}

/** Returns the code of a failure; `null`: SNS has accepted the mail. */
export type PublishMail = (mail: Mail) => Promise<{ error: string | null }>;

/**
 * Creates the function that sends a mail to the recipient of alarms.
 *
 * @param topic ARN of the topic of alarms; empty: the operator has set no recipient
 */
export function createMailer(topic: string): PublishMail {
  let client: SNSClient | undefined;
  return async ({ subject, plainSubject, text }) => {
    if (topic === '') return { error: 'no_recipient' };
    const { InvalidParameterException, PublishCommand, SNSClient } = await import('@aws-sdk/client-sns');
    client ??= new SNSClient({ requestHandler: awsRequestLimits });
    const publish = (Subject: string) =>
      client!.send(new PublishCommand({ TopicArn: topic, Subject: subjectOf(Subject), Message: text }));
    await publish(subject).catch((error: unknown) => {
      if (error instanceof InvalidParameterException) return publish(plainSubject);
      throw error;
    });
    return { error: null };
  };
}

/** Returns a subject without control characters that is short enough. */
function subjectOf(subject: string): string {
  const characters = [...subject.replaceAll(/\p{Cc}+/gu, ' ').trim()];
  if (characters.length <= MAX_SUBJECT) return characters.join('');
  return `${characters
    .slice(0, MAX_SUBJECT - 3)
    .join('')
    .trimEnd()}...`;
}
