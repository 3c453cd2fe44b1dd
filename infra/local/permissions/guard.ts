import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { isDiskFull } from '../disk-full.ts';
import { AwsServiceError } from '../aws/service-error.ts';
import type { Permissions } from '../template/permissions.ts';
import { type Demand, isAllowed } from '../template/policy.ts';

/** The function's role does not allow the call: what AWS answers. */
class AccessDenied extends AwsServiceError {
  constructor(functionId: string, { action, resource }: Demand) {
    const why = `because no identity-based policy allows the ${action} action`;
    super(403, 'AccessDeniedException', `${functionId} is not authorized to perform: ${action} on ${resource} ${why}`);
  }
}

/** One thing that a function's role was asked for. */
export interface Call extends Demand {
  /** Logical id. */
  function: string;
  allowed: boolean;
}

export interface Guard {
  /** @returns the logical id of the function that calls; `null` for all others, whose roles are not the service's */
  callerOf(request: IncomingMessage): string | null;
  /** @throws {AccessDenied} where the function's role does not allow all of it */
  check(functionId: string, demands: Demand[]): void;
  /** The same for whoever sends a request: others than functions may do everything. */
  checkRequest(request: IncomingMessage, demands: Demand[]): void;
}

/**
 * Refuses what the roles of the template do not allow, as AWS would.
 *
 * @param permissions statements by the logical id of the function, which is also the access key id that it calls with
 * @param logFile gets a line of JSON for each `Call` that is seen for the first time
 * @param tell takes one line of JSON about each that is refused
 */
export function createGuard(permissions: Permissions, logFile: string, tell: (line: string) => void): Guard {
  const seen = new Set<string>();
  let size = 0;
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');

  function note(call: Call) {
    const line = JSON.stringify(call);
    if (seen.has(line)) return;
    seen.add(line);
    try {
      appendFileSync(logFile, `${line}\n`);
      size += Buffer.byteLength(line) + 1;
    } catch (error) {
      // The call is judged all the same, and noted the next time.
      seen.delete(line);
      if (isDiskFull(error)) truncateSync(logFile, size);
    }
    if (!call.allowed) tell(JSON.stringify({ level: 'ERROR', message: 'access denied', ...call }));
  }

  function callerOf({ headers }: IncomingMessage): string | null {
    const accessKeyId = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
    return permissions.has(accessKeyId) ? accessKeyId : null;
  }

  function check(functionId: string, demands: Demand[]) {
    const statements = permissions.get(functionId) ?? [];
    for (const demand of demands) {
      const allowed = isAllowed(statements, demand);
      note({ function: functionId, ...demand, allowed });
      if (!allowed) throw new AccessDenied(functionId, demand);
    }
  }

  return {
    callerOf,
    check,
    checkRequest(request, demands) {
      const caller = callerOf(request);
      if (caller) check(caller, demands);
    },
  };
}
