import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { z } from 'zod';
import { InvalidParameter } from '../shared/http/errors.ts';

/**
 * Reads a JSON body.
 *
 * @throws {InvalidParameter} listing every invalid member
 */
export function readBody<Schema extends z.ZodType>(event: APIGatewayProxyEvent, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(jsonOf(event.body));
  if (parsed.success) return parsed.data;
  throw new InvalidParameter(
    parsed.error.issues.map(({ path, message }) => ({ param: path.join('.') || 'body', message })),
  );
}

function jsonOf(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    throw new InvalidParameter([{ param: 'body', message: 'must be JSON' }]);
  }
}
