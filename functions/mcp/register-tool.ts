import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { requestId } from '../core/platform/http/envelope.ts';
import { asServiceError, type ServiceError } from '../core/platform/http/errors.ts';
import { logUnexpectedError, noteFacts } from '../core/platform/http/request-log.ts';
import type { Ask } from './ask.ts';
import { markUntrusted } from './mark-untrusted.ts';
import { shorten } from './shorten.ts';
import type { Found, ObjectSchema, Tool } from './tool.ts';

/** Tokens of an answer, by a careful estimate: what the contract has, and where the caller wants more. */
const MOST_TOKENS = 3_600;
const MOST_TOKENS_WANTED = 12_000;

/** Nothing but the service's own store is written. */
const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };

/** Has a server offer a tool. */
export function registerTool(server: McpServer, tool: Tool, ask: Ask, event: APIGatewayProxyEvent): void {
  const { name, title, description, input, output } = tool;
  const schemas = { inputSchema: fromJsonSchema<never>({ ...input }), outputSchema: unchecked(output) };
  server.registerTool(name, { title, description, annotations, ...schemas }, async (given) => {
    try {
      return success(tool, given, await tool.run(given, ask));
    } catch (thrown) {
      const error = asServiceError(thrown);
      noteFacts(event, { error: error.code });
      if (error.kind === 'internal') logUnexpectedError(requestId(event), error.cause, false);
      return failure(error);
    }
  });
}

/** The figures stand in the structured content alone: the text beside it says what they are about. */
function success(tool: Tool, given: never, { data, summary }: Found): CallToolResult {
  const most = tool.wantsMore?.(given) ? MOST_TOKENS_WANTED : MOST_TOKENS;
  const { value, shortened } = shorten(markUntrusted(data, tool), most);
  const structuredContent = shortened.length > 0 ? { ...value, shortened } : value;
  return { content: [{ type: 'text', text: summary }], structuredContent };
}

function failure(error: ServiceError): CallToolResult {
  const { code, message, retryable, retryAfterSeconds } = error;
  const after = retryAfterSeconds === undefined ? 'later' : `after ${retryAfterSeconds} seconds`;
  const next = retryable ? `The same call may succeed ${after}.` : 'The same call will not succeed.';
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return { isError: true, content: [{ type: 'text', text: `${code}: ${sentence} ${next}` }] };
}

/** What the service itself answers needs no check, which would be compiled at each start. */
function unchecked(schema: ObjectSchema): StandardSchemaWithJSON<object> {
  const json = () => ({ ...schema });
  const validate = (value: unknown) => ({ value: value as object });
  return {
    '~standard': { version: 1, vendor: 'domain-search-metrics', validate, jsonSchema: { input: json, output: json } },
  };
}
