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
 */
export function answerSns(
  authorize: (request: IncomingMessage, required: RequiredAction[]) => void,
  log: (line: string) => void,
): RequestListener {
  return (request, response) => {
    const reply = (status: number, body: string) =>
      response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
    text(request)
      .then((body) => {
        const input = new URLSearchParams(body);
        authorize(request, [{ action: `sns:${input.get('Action')}`, resource: input.get('TopicArn') ?? '*' }]);
        log(
          JSON.stringify({ level: 'INFO', message: 'mail', subject: input.get('Subject'), text: input.get('Message') }),
        );
        reply(200, '<PublishResponse><PublishResult><MessageId>local</MessageId></PublishResult></PublishResponse>');
      })
      .catch((error: unknown) => {
        const code = error instanceof AwsServiceError ? error.type : 'InternalFailure';
        reply(
          error instanceof AwsServiceError ? 403 : 500,
          `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`,
        );
      });
  };
}
