import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { EndpointError } from '../../../functions/back-office/invoke-endpoint.ts';
import { ListsFull, NotPermitted } from '../../../functions/back-office/errors.ts';
import {
  ControlPlaneThrottled,
  KeyConflict,
  NameInUse,
  TimeIsOver,
  UnknownKey,
  UnknownOwner,
  UnknownPlan,
} from '../../../functions/back-office/gateway-keys/errors.ts';
import { forumUser } from '../../../functions/shared/forum/actions.ts';
import {
  CredentialsRejected,
  ForumNotConfigured,
  UpstreamRefused,
  UpstreamTimeout,
  UpstreamUnreadable,
} from '../../../functions/shared/forum/errors.ts';
import { MissingParameter, UnsupportedAction } from '../../../functions/shared/forum/usage.ts';
import { errorBody, errorHeaders } from '../../../functions/shared/http/envelope.ts';
import {
  AllSourcesFailed,
  DomainAllowanceExceeded,
  DomainBlocked,
  DomainNotFound,
  DomainNotStored,
  GatewayTimeout,
  IdempotencyConflict,
  InternalError,
  InvalidParameter,
  MethodNotAllowed,
  NotFound,
  type ServiceError,
} from '../../../functions/shared/http/errors.ts';

/** As an endpoint has answered the back office. */
function endpointError(retryable: boolean, retry_after_seconds?: number) {
  const body = JSON.stringify({ error: 'domain_not_found', message: 'is none', retryable, retry_after_seconds });
  return new EndpointError({ statusCode: 404, body });
}

const refusedByUpstream = (msg: string) => new UpstreamRefused({ code: 104, msg });

const errors: [error: ServiceError, retryable: boolean, retryAfterSeconds?: number][] = [
  [new InvalidParameter([{ param: 'range', message: 'is odd' }]), false],
  [new DomainBlocked(), false],
  [new NotFound(), false],
  [new MethodNotAllowed(['GET']), false],
  [new DomainNotFound('no-such-name.example'), false],
  [new IdempotencyConflict(), false],
  [new DomainAllowanceExceeded('used up', 3_600), true, 3_600],
  [new AllSourcesFailed('nobody answered'), true],
  [new AllSourcesFailed('nobody answered', 90), true, 90],
  [new GatewayTimeout(), true],
  [new InternalError(), true],
  [endpointError(false), false],
  [endpointError(true, 90), true, 90],
  [new UnsupportedAction(forumUser), false],
  [new MissingParameter(forumUser, 'comments', ['user_id']), false],
  [new ForumNotConfigured(), false],
  [new CredentialsRejected({ code: 103, msg: '未登录' }), false],
  [refusedByUpstream('用户不存在'), false],
  [refusedByUpstream('操作过于频繁'), true],
  [new UpstreamUnreadable(), true],
  [new UpstreamTimeout(), true],
  [new ListsFull('The list is full.'), false],
  [new DomainNotStored(), false],
  [new NotPermitted(), false],
  [new NameInUse(), false],
  [new TimeIsOver(), false],
  [new UnknownKey('a1'), false],
  [new UnknownOwner('o1'), false],
  [new UnknownPlan(['basic']), false],
  [new KeyConflict(), true],
  [new ControlPlaneThrottled(null), true, 1],
];

test.each(errors.map(([error, retryable, seconds]) => [error.constructor.name, retryable, seconds, error] as const))(
  '%s says in body and header that another try makes sense: %s, after %s seconds',
  (_name, retryable, retryAfterSeconds, error) => {
    const body = JSON.parse(errorBody(error, 'a1')) as Record<string, unknown>;
    expect(body.retryable).toBe(retryable);
    expect(body.retry_after_seconds).toBe(retryAfterSeconds);
    expect(errorHeaders(error)['Retry-After']).toBe(retryAfterSeconds?.toString());
  },
);

/** Names of all classes below one class, except those that are abstract or not exported. */
function classesBelow(parent: string, classes: ClassDeclaration[]): string[] {
  return classes
    .filter((declared) => declared.parent === parent)
    .flatMap(({ name, isOpen }) => [...(isOpen ? [name] : []), ...classesBelow(name, classes)]);
}

interface ClassDeclaration {
  name: string;
  parent: string;
  /** Exported and not abstract: a response may be made of it. */
  isOpen: boolean;
}

function declaredClasses(): ClassDeclaration[] {
  const text = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const pattern = /^(export )?(abstract )?class (\w+)(?:<.*>)? extends (\w+)/gm;
  return [...text.join('\n').matchAll(pattern)].map(([, exported, abstract, name, parent]) => ({
    name: name!,
    parent: parent!,
    isOpen: exported !== undefined && abstract === undefined,
  }));
}

test('the list above has every error that callers may see', () => {
  const listed = new Set(errors.map(([error]) => error.constructor.name));
  expect([...listed].toSorted()).toEqual(classesBelow('ServiceError', declaredClasses()).toSorted());
});
