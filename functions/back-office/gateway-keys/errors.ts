import { InvalidParameter, ServiceError } from '../../shared/http/errors.ts';
import { message } from '../../shared/http/message.ts';

/** 404. Thrown when this stack has no such key. */
export class UnknownKey extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly retryable = false;

  constructor(id: string) {
    super(message`There is no key ${{ id }}`);
  }
}

/** 422. Thrown when the stack has no such plan. */
export class UnknownPlan extends InvalidParameter {
  constructor(known: string[]) {
    super([{ param: 'plan', message: message`must be one of ${{ known }}` }]);
  }
}

/** 422. Thrown when a key is to get the name of another one: people would not know which is which. */
export class NameInUse extends InvalidParameter {
  constructor() {
    super([{ param: 'name', message: 'is that of another key' }]);
  }
}

/** 422. Thrown when a key is to be enabled that would be disabled again at once. */
export class TimeIsOver extends InvalidParameter {
  constructor() {
    super([
      { param: 'enabled', message: 'cannot be true: the time of the key is over, so give a later expires_at or null' },
    ]);
  }
}

/** 404. Thrown when no key of this stack belongs to such an owner. */
export class UnknownOwner extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly retryable = false;

  constructor(owner: string) {
    super(message`No key belongs to ${{ owner }}`);
  }
}

/** 409. Thrown when somebody else changed the key at the same time. */
export class KeyConflict extends ServiceError {
  readonly code = 'conflict';
  readonly status = 409;
  readonly retryable = true;

  constructor(cause?: unknown) {
    super('The key was changed by somebody else at the same time. Look at it again.', { cause });
  }
}

/** 429. Thrown when API Gateway throttles calls in spite of retries. */
export class ControlPlaneThrottled extends ServiceError {
  readonly code = 'rate_limited';
  readonly status = 429;
  readonly retryable = true;
  /** The control plane's limits are per second: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
  override readonly retryAfterSeconds = 1;

  constructor(cause: unknown) {
    super('API Gateway takes no more calls at present. Try again in a moment.', { cause });
  }
}
