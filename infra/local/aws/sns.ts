import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RequiredAction } from '../template/permissions.ts';
import { AwsServiceError } from './aws-json.ts';

const SERVICE = /\/sns\/aws4_request/;

/** Whether a request is a call of SNS, which has the AWS query protocol. */
export function isSnsCall({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && SERVICE.test(headers.authorization ?? '');
}

/**
 * Answers `Publish` of SNS: a mail to the operator is written to the log.
 *
 * @param authorize throws the response to a caller that is not allowed to make the call
 * @param accepts whether a subject is valid
 */
export function answerSns(
  authorize: (request: IncomingMessage, required: RequiredAction[]) => void,
  log: (line: string) => void,
  accepts: (subject: string) => boolean = isSubject,
): RequestListener {
  return (request, response) => {
    const reply = (status: number, body: string) =>
      response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
    text(request)
      .then((body) => {
        const input = new URLSearchParams(body);
        authorize(request, [{ action: `sns:${input.get('Action')}`, resource: input.get('TopicArn') ?? '*' }]);
        if (!accepts(input.get('Subject') ?? '')) {
          throw new AwsServiceError(400, 'InvalidParameter', 'Invalid parameter: Subject');
        }
        log(
          JSON.stringify({ level: 'INFO', message: 'mail', subject: input.get('Subject'), text: input.get('Message') }),
        );
        reply(200, '<PublishResponse><PublishResult><MessageId>local</MessageId></PublishResult></PublishResponse>');
      })
      .catch((error: unknown) => {
        const [status, code] = error instanceof AwsServiceError ? [error.status, error.type] : [500, 'InternalFailure'];
        reply(status, `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`);
      });
  };
}

/** Less than 100 characters without line breaks and control characters, as SNS requires. */
const isSubject = (subject: string) => [...subject].length < 100 && !/\p{Cc}/u.test(subject);
