import { createValidator, type OpenApiDocument, withChosenMembers } from '../../../support/openapi.ts';
import type { Answer, HostileRequest } from './http-client.ts';

/** @returns the problems of a response */
export type ResponseCheck = (request: HostileRequest, answer: Answer) => string[];

/** The documented slugs, by status, of responses that no operation describes. */
const SLUGS: Record<number, string[]> = {
  400: ['unsupported_action', 'missing_parameter'],
  401: ['sign_in_required', 'missing_api_key', 'invalid_api_key'],
  404: ['not_found', 'report_not_found'],
  405: ['method_not_allowed'],
  409: [
    'conflict',
    'key_contended',
    'retry_under_way',
    'watches_full',
    'deliveries_full',
    'snapshots_full',
    'no_receiver',
  ],
  413: ['too_large'],
  422: ['invalid_parameter'],
  429: ['rate_limited'],
};

/** Internals of the service that must not be in a response. */
const INTERNALS = /node_modules|node:internal|\bat \S+ \(|\.mjs:|dynamodb|TypeError|RangeError|ZodError/;

/** Characters that a request line must not contain. */
const INVALID_TARGET = /[^\x21-\x7e]/;

export function createResponseChecks(document: OpenApiDocument) {
  const { answerProblems: wholeProblems } = createValidator(document);
  const { answerProblems: chosenProblems } = createValidator(withChosenMembers(document));

  /** For a described operation: its responses match the document, and 5xx have only these slugs. */
  function ofOperation(path: string, method: string, allowed5xx: string[] = []): ResponseCheck {
    const check = (request: HostileRequest, answer: Answer) => [
      ...(choosesMembers(request) ? chosenProblems : wholeProblems)(path, method, answer),
      ...(answer.status >= 500 && !allowed5xx.includes(slugOf(answer)) ? [`answers ${answer.status}`] : []),
      ...inside(answer),
    ];
    // An invalid request line does not reach the operation.
    return (request, answer) =>
      INVALID_TARGET.test(request.target) ? ofEnvelope(request, answer) : check(request, answer);
  }

  /** For all other requests: the envelope, and no 5xx. */
  const ofEnvelope: ResponseCheck = ({ method }, answer) => {
    if (answer.status >= 500) return [`answers ${answer.status}`];
    if (method === 'HEAD' || answer.status < 400) return inside(answer);
    return [...envelopeProblems(answer), ...inside(answer)];
  };

  return { ofOperation, ofEnvelope };
}

const choosesMembers = ({ target, body }: HostileRequest) =>
  /[?&]fields=/.test(target) || body?.includes('"fields"') === true;

function slugOf({ body }: Answer): string {
  return (JSON.parse(body) as { error: string }).error;
}

function envelopeProblems({ status, type, body }: Answer): string[] {
  if (!type.startsWith('application/json')) return [`${status} as ${type || 'nothing'}`];
  const { code, success, request_id, error, message } = JSON.parse(body) as Record<string, unknown>;
  const isEnvelope = code === status && success === false && /^[0-9a-f-]{32,36}$/.test(String(request_id));
  const isKnown = SLUGS[status]?.includes(String(error)) && typeof message === 'string';
  return isEnvelope && isKnown ? [] : [`is outside the contract: ${status} ${body.slice(0, 200)}`];
}

function inside({ status, body }: Answer): string[] {
  return status >= 400 && INTERNALS.test(body) ? [`contains internal details: ${body.slice(0, 200)}`] : [];
}
