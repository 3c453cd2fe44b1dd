import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Role } from './contract.ts';

/** The group of the user pool whose members are operators; all other users are viewers. */
export const OPERATORS_GROUP = 'operators';

/** Who has signed in. */
export interface Caller {
  /** The user name in Cognito. */
  name: string;
  role: Role;
}

interface Claims {
  username?: string;
  sub?: string;
  /** API Gateway joins the names of a token's list by commas. */
  'cognito:groups'?: string;
}

/** @param event of a route that requires a signed-in user: the gateway has verified the token */
export function callerOf({ requestContext }: APIGatewayProxyEvent): Caller {
  const { username, sub, 'cognito:groups': groups = '' } = (requestContext.authorizer?.claims ?? {}) as Claims;
  const isOperator = groups.split(',').includes(OPERATORS_GROUP);
  return { name: username ?? sub ?? '', role: isOperator ? 'operator' : 'viewer' };
}
