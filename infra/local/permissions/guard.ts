import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { AwsServiceError } from '../aws/service-error.ts';
import type { Permissions } from '../template/permissions.ts';
import { type RequiredAction, isAllowed } from '../template/policy.ts';

/** Thrown when the function's role does not allow a call; AWS's own error. */
class AccessDenied extends AwsServiceError {
  constructor(functionId: string, { action, resource }: RequiredAction) {
    const why = `because no identity-based policy allows the ${action} action`;
    super(403, 'AccessDeniedException', `${functionId} is not authorized to perform: ${action} on ${resource} ${why}`);
  }
}

/** A checked call of a function. */
export interface Call extends RequiredAction {
  /** Logical id. */
  function: string;
  allowed: boolean;
}

export interface Guard {
  /** @returns the logical id of the calling function; `null` for other callers, whose roles are not the service's */
  callerOf(request: IncomingMessage): string | null;
  /** @throws {AccessDenied} when the function's role does not allow every one of them */
  check(functionId: string, required: RequiredAction[]): void;
  /** The same for the caller of a request; callers that are not functions may do everything. */
  checkRequest(request: IncomingMessage, required: RequiredAction[]): void;
}

/**
 * Refuses what the roles of the template do not allow, as AWS does.
 *
 * @param permissions statements by the logical id of the function, which is also the access key id that it calls with
 * @param logFile gets a line of JSON for each distinct `Call`
 * @param log takes one line of JSON about each refused call
 */
export function createGuard(permissions: Permissions, logFile: string, log: (line: string) => void): Guard {
  const seen = new Set<string>();
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');

  function record(call: Call) {
    const line = JSON.stringify(call);
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(logFile, `${line}\n`);
    if (!call.allowed) log(JSON.stringify({ level: 'ERROR', message: 'access denied', ...call }));
  }

  function callerOf({ headers }: IncomingMessage): string | null {
    const accessKeyId = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
    return permissions.has(accessKeyId) ? accessKeyId : null;
  }

  function check(functionId: string, required: RequiredAction[]) {
    const statements = permissions.get(functionId) ?? [];
    for (const each of required) {
      const allowed = isAllowed(statements, each);
      record({ function: functionId, ...each, allowed });
      if (!allowed) throw new AccessDenied(functionId, each);
    }
  }

  return {
    callerOf,
    check,
    checkRequest(request, required) {
      const caller = callerOf(request);
      if (caller) check(caller, required);
    },
  };
}
